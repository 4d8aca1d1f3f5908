def modular_solve_chinese_remainder(residues, moduli):
    """["SOLUTION", residue, lcm], or ["INCONSISTENT", i, j]: 0-based, the first j that contradicts an earlier i."""
    residues = [ZZ(r) for r in residues]
    moduli = [ZZ(m) for m in moduli]
    x, everything = ZZ(0), ZZ(1)
    for j, (r, m) in enumerate(zip(residues, moduli)):
        g, u, _ = (everything % m).xgcd(m)
        distance = (r - x) % m
        if distance % g != 0:
            # The congruences before j have a common solution, so one of them alone contradicts j.
            i = next(i for i in range(j) if (residues[i] - r) % moduli[i].gcd(m) != 0)
            return ["INCONSISTENT", i, j]
        x += everything * (distance // g * u % (m // g))
        everything *= m // g
    return ["SOLUTION", str(x), str(everything)]
