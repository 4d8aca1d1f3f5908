import { createGateway } from '/work/main/src/compose.js';
let bad = 0, n = 0; const t: number[] = [];
const end = Date.now() + 240_000;
while (Date.now() < end) { const g = createGateway({ hide: ['z3/subprocess'] });
 for (let j = 0; j < 8; j++) { const a = performance.now(); const r = await g.runUntyped('graph.coloring.k_colorability.decide', { graph: { vertex_count: 3 + j % 3, edges: [[0,1],[1,2],[0,2]] }, colors: 3 }, { transport: 'embedded', budget: { wall_ms: 20000 } }); n++; const ms = performance.now() - a; t.push(ms); if ((r.output as any).status !== 'DECIDED') { bad++; console.log('BAD', j, JSON.stringify(r.output), ms); } }
 await g.close(); }
t.sort((a, b) => a - b); console.log(n, 'bad', bad, 'max', t.slice(-5), 'p50', t[t.length >> 1]);
