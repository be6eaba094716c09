// A bundle's chunks lie beside it, wherever the import map says it is (also on a developer's machine).
__webpack_public_path__ = new URL(".", __system_context__.meta.url).href;
