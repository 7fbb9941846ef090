"""The name in the house: known while it is in use and no longer, and it leads to the address."""

from __future__ import annotations

from flask import Flask

from companion.web.site import Site
from tests.kit.phones import Phone

NAMED = {"Host": "cosmos.local:8000"}


def test_it_is_known_while_it_is_in_use_alone(app: Flask, here: Site) -> None:
    phone = Phone(app)
    assert phone.get("/", headers=NAMED).status_code == 421
    here.mdns_name.set_host_and_address("cosmos-2.local", "192.168.1.7")
    assert phone.get("/", headers=NAMED).status_code == 421
    here.mdns_name.set_host_and_address("cosmos.local", "192.168.1.7")
    assert phone.get("/", headers=NAMED).status_code == 307
    here.mdns_name.set_host_and_address("", "")
    assert phone.get("/", headers=NAMED).status_code == 421
    assert phone.get("/", headers={"Host": ""}).status_code != 307


def test_every_page_leads_to_the_same_one_by_the_address(app: Flask, here: Site) -> None:
    """And leaves nothing of a phone behind at the name."""
    here.mdns_name.set_host_and_address("cosmos.local", "192.168.1.7")
    phone = Phone(app)
    for path in ("/", "/j/ABCD-EFGHJKMNPQ", "/t/K7QX?seat=2", "/nowhere"):
        for host, port in (("cosmos.local:8000", ":8000"), ("COSMOS.local.", "")):
            answer = phone.get(path, headers={"Host": host})
            assert answer.status_code == 307, (path, host)
            assert answer.location == f"http://192.168.1.7{port}{path}"
            assert "Set-Cookie" not in answer.headers
    assert phone.get("/healthz", headers=NAMED).status_code == 200
    headers = {"Origin": "http://evil.example", **NAMED}
    assert phone.client.post("/tables", headers=headers).status_code == 403


def test_the_name_stands_beside_the_address_and_in_no_code(app: Flask, here: Site) -> None:
    phone = Phone(app)
    code = phone.open_table()
    before = phone.get(f"/t/{code}/screen").text
    here.mdns_name.set_host_and_address("cosmos.local", "192.168.1.7")
    after = phone.get(f"/t/{code}/screen").text
    assert "cosmos.local" not in before and after.count("cosmos.local") == 1
    assert "localhost or cosmos.local<" in after
