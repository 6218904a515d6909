"""The generalisation ladder: what each rung keeps, gives away and costs; each format of it is one file of this folder's `formats`."""
