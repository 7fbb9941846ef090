"""The parts of a reply: pieces, toasts, error pages, files, compression, the request log."""
