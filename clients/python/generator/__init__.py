"""Generates parts of arbiter_client from proto/ and deploy/; used only at build time."""
