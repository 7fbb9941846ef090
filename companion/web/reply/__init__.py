"""What a request is answered with: the changed pieces, a toast, an error page, compressed."""
