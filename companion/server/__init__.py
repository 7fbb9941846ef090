"""The server under gevent: connections, requests, sockets, log and stop. It knows no rules."""
