"""Security headers: only the page's own scripts run, nothing is loaded from elsewhere, no referrer is sent."""

from typing import Final

from starlette.datastructures import MutableHeaders

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "media-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
OF_DRAWINGS: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
"""A drawing that is opened by itself has its style and fonts inline."""
HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
}


def add_headers(headers: MutableHeaders, path: str) -> None:
    if headers.get("content-type", "").startswith("image/svg"):
        headers.setdefault("content-security-policy", OF_DRAWINGS)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if path.startswith("/api/"):
        # A view belongs to its player; responses that may be cached set their own header.
        headers.setdefault("cache-control", "no-store")
