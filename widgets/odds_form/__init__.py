"""The form that asks for the exact odds of any procedure."""
