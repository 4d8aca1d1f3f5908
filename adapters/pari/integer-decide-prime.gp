\\ 1 or 0, proved.
integer_decide_prime(value) = value > 1 && isprime(value);
