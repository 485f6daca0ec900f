"""Addresses of clients, and the digests by which they are remembered."""

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping
from typing import Any


def address_of(scope: Mapping[str, Any]) -> str:
    """The address; of IPv6 the /64 network, which one client usually has to itself."""
    client = scope.get("client")
    host: str = client[0] if client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))
    return host


def digest_of(address: str, key: str) -> str:
    """The same for the same address and key; without the key no address can be found from it."""
    return hmac.digest(key.encode(), address.encode("utf-8", "surrogatepass"), hashlib.sha256).hex()[:32]
