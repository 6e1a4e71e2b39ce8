"""What people see and press: pictures, panels, what talks to Discord live, and presses, in this order of imports."""
