"""What a request says and may: its table, phone, tap and fields, and the checks at the door."""
