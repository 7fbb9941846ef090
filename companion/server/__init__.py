"""The server under gevent: connections, requests, sockets, the log, the stop. It knows no rule."""
