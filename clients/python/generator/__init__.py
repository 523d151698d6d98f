"""Generates what arbiter_client has from proto/ and deploy/; used at build only."""
