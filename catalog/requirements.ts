import type { RuntimeRequirement } from '../src/contracts/requirement.js';

const pari: RuntimeRequirement = { backend: 'pari', version: '>=2.13.0', features: [] };
const sagemath: RuntimeRequirement = { backend: 'sagemath', version: '>=9.5.0', features: [] };
const z3: RuntimeRequirement = { backend: 'z3', version: '>=4.8.12', features: [] };
const lean: RuntimeRequirement = { backend: 'lean', version: '>=4.9.0', features: [] };

/** Alternatives in the order of preference, shared by operations of one kind. */
export const pariThenSage: readonly RuntimeRequirement[] = [pari, sagemath];
export const pariOnly: readonly RuntimeRequirement[] = [pari];
export const sageOnly: readonly RuntimeRequirement[] = [sagemath];
export const z3Only: readonly RuntimeRequirement[] = [z3];
export const leanOnly: readonly RuntimeRequirement[] = [lean];
export const noEngine: readonly RuntimeRequirement[] = [];
