"""What stands on a page, as slots of pieces that know when they have changed."""
