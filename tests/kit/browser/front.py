"""A front that speaks TLS, as docs/HOST.md has it before the companion: nginx and a
certificate of an authority that the tests make up.
"""

from __future__ import annotations

import getpass
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trustme

from companion.paths import find_nginx
from tests.kit.browser.browsers import NAME
from tests.kit.browser.house import House
from tests.kit.ports import free_port
from tests.kit.served import GENEROUS, until

HERE = "127.0.0.1"
SETTINGS = """
daemon off; pid nginx.pid; {user}
events {{}}
http {{
  access_log off;
  client_body_temp_path form; proxy_temp_path answer;
  fastcgi_temp_path unused; uwsgi_temp_path unused; scgi_temp_path unused;
  server {{
    listen {here}:{port} ssl;
    ssl_certificate certificate.pem;
    ssl_certificate_key key.pem;
    location / {{
      proxy_pass http://{here}:{behind};
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
    }}
  }}
}}
"""


@contextmanager
def secured(house: House, folder: Path) -> Iterator[str]:
    """The address of this house over https."""
    certificate = trustme.CA().issue_cert(NAME)
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    for each in certificate.cert_chain_pems:
        each.write_to_path(folder / "certificate.pem", append=True)
    port = free_port(HERE)
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    settings = SETTINGS.format(here=HERE, port=port, behind=house.port, user=user)
    (folder / "nginx.conf").write_text(settings)
    command = [find_nginx() or "nginx", "-e", "stderr", "-p", str(folder), "-c", "nginx.conf"]
    running = subprocess.Popen(command, cwd=folder)
    try:
        _wait_for(port, running)
        yield f"https://{NAME}:{port}"
    finally:
        running.terminate()
        running.wait(GENEROUS)


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    def listens() -> bool:
        assert running.poll() is None, "nginx ended"
        with socket.socket() as asking:
            return asking.connect_ex((HERE, port)) == 0

    until(listens, "nginx does not listen")
