"""Reads requests: table, phone, tap and fields, with the checks that every request passes."""
