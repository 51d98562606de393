"""The seeded generator and the hash of chapter 5."""


def words(seed):
    """Words of 32 bits from the generator of chapter 5."""
    mask = 0xFFFFFFFF
    state = []
    for _ in range(4):
        seed = ((seed ^ (seed >> 15)) * 0x2C1B3C6D + 0x3C6EF35F) & mask
        state.append(seed)
    x, y, z, w = state
    w |= 1
    drawn = 0
    while True:
        t = (x ^ (x << 11)) & mask
        x, y, z, w = y, z, w, w ^ (w >> 19) ^ t ^ (t >> 8)
        drawn += 1
        if drawn > 8:
            yield w


def fnv1a(text):
    value = 0x811C9DC5
    for byte in text.encode("ascii"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value
