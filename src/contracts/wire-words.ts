/** Words and forms that arguments and answers share. */
import { z } from 'zod';

export const modes = ['EXPLORE', 'VERIFY'] as const;
export const inputKinds = [
  'STRUCTURED_REQUEST',
  'FORMAL_PROPOSITION',
  'TYPED_ARTIFACT',
  'NATURAL_LANGUAGE_PROOF',
] as const;
export const transports = ['subprocess', 'container', 'embedded'] as const;

/** A JSON object that is passed on untouched: zod would copy it, and drop a key named `__proto__`. */
export const jsonObjectSchema = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    {
      error: ({ input }) =>
        input === undefined ? 'Required: a JSON object.' : 'Send a JSON object, not text that contains one.',
      params: { code: 'wrong_type' },
    },
  )
  .meta({ type: 'object' });
