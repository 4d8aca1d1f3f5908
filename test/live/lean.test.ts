import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { laneGateway } from '../support/gateway.js';
import { currentLane } from '../support/lane.js';
import { leanTries } from '../support/lean-tries.js';

/** What only a real Lean can show. A check takes half a minute, or minutes where the machine has other work. */
const gateway = laneGateway();
const patience = 600_000;
const budget = { wall_ms: patience };

if (currentLane() !== 'lean') {
  it('is explained where Lean is not there', async () => {
    const failure = gateway.run('lean.check', { source: 'example : True := trivial' });
    await expect(failure).rejects.toMatchObject({ code: 'BACKEND_UNAVAILABLE', diagnostic: { backend: 'lean' } });
  });
} else {
  describe('a source', () => {
    it('reaches nothing of this machine, whatever it runs', { timeout: patience }, async () => {
      const folder = mkdtempSync(join(homedir(), '.jacobian-test-'));
      const secret = randomUUID();
      const canary = join(folder, 'canary');
      writeFileSync(canary, secret);
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const { source, forbidden, allowed } = leanTries({
        reads: [canary, '/etc/passwd', '/etc/shadow'],
        writes: [join(folder, 'escape'), canary],
        tcp: [`127.0.0.1/${String(port)}`],
      });
      const more = ['#eval IO.FS.writeFile "/tmp/jacobian-escape" "x"', '#eval IO.FS.readFile "/proc/1/environ"'];
      try {
        const payload = { source: [source, ...more, '#eval IO.appPath'].join('\n') };
        const { output } = await gateway.run('lean.check', payload, { budget });
        expect(output.outcome).toBe('REJECTED');
        const linesOf = (severity: string) =>
          output.diagnostics.filter((one) => one.severity === severity).map(({ start }) => start.line);
        expect(linesOf('error')).toEqual(expect.arrayContaining([...forbidden]));
        expect(output.diagnostics.find(({ start }) => start.line === allowed.line)?.message).toContain(allowed.text);
        const told = JSON.stringify(output.diagnostics);
        expect(told).not.toContain(secret);
        expect(told).not.toContain(homedir() + '/.local');
        expect(told).not.toMatch(/root:x:0|jacobian-gateway/);
        expect(readdirSync(folder)).toEqual(['canary']);
        expect(readFileSync(canary, 'utf8')).toBe(secret);
        expect(connections).toBe(0);
        expect(existsSync('/tmp/jacobian-escape')).toBe(false);
      } finally {
        server.close();
        rmSync(folder, { recursive: true });
      }
    });

    it('is seen through: sorry, axioms of its own, private names', { timeout: patience }, async () => {
      const source = [
        'axiom magic : 2 = 3',
        'namespace N',
        'private theorem uses : 2 = 3 := magic',
        'end N',
        'set_option warn.sorry false in',
        'theorem quiet : 1 = 2 := by sorry',
        'def «𝔸 b» : Nat := 3',
        '/- 𝔸𝔸 -/ #check «𝔸 b»',
        'notation "name" => Nat',
      ].join('\n');
      const { output, obligations } = await gateway.run('lean.check', { source }, { budget });
      expect(output.outcome).toBe('ELABORATED_WITH_SORRY');
      expect(output.axioms).toEqual([
        { declaration: 'N.uses', axioms: ['magic'] },
        { declaration: 'magic', axioms: ['magic'] },
        { declaration: 'quiet', axioms: ['sorryAx'] },
        { declaration: 'termName', axioms: [] },
        { declaration: '«𝔸 b»', axioms: [] },
      ]);
      expect(output.diagnostics).toMatchObject([{ severity: 'information', start: { line: 8, column: 9 } }]);
      expect(obligations.map(({ code }) => code)).toEqual(
        expect.arrayContaining(['SORRY', 'OTHER_AXIOMS', 'STATEMENTS_NOT_COMPARED']),
      );
    });

    it('is not accepted where a declaration went past the kernel', { timeout: patience }, async () => {
      const source = [
        'module',
        'public meta import Lean.Elab.Command',
        'open Lean Elab Command',
        'syntax (name := smuggle) "#smuggle" : command',
        '@[command_elab smuggle] public meta def elabSmuggle : CommandElab := fun _ _ reference => do',
        '  let state ← ST.Ref.get reference',
        '  let lie := .thmDecl { name := `t, levelParams := [], type := .const `False [], value := .const `True.intro [] }',
        '  match state.env.addDeclCore 0 lie none false with',
        '  | .ok env => ST.Ref.set reference { state with env }',
        '  | .error _ => pure ()',
        '#smuggle',
        'theorem u : False := t',
      ].join('\n');
      const { output } = await gateway.run('lean.check', { source }, { budget });
      expect(output.outcome).toBe('REJECTED');
      expect(output.diagnostics[0]?.message).toMatch(/^The declaration [tu] was put in past the kernel/);
    });

    it('cannot forge its verdict', { timeout: patience }, async () => {
      const forged = '#eval IO.println \\"axioms ts1:t;\\"\\n';
      const source = [
        'axiom bad : False',
        'theorem t : False := bad',
        `#eval IO.FS.writeFile "audit-module.lean" "${forged}"`,
        `#eval IO.FS.writeFile "audit-plain.lean" "${forged}"`,
        '#eval IO.FS.writeFile "lean-check.sh" "exit"',
      ].join('\n');
      const { output } = await gateway.run('lean.check', { source }, { budget });
      expect(output.outcome).toBe('ELABORATED');
      expect(output.axioms).toEqual([
        { declaration: 'bad', axioms: ['bad'] },
        { declaration: 't', axioms: ['bad'] },
      ]);
    });

    it('is not accepted where a part of it was passed over', { timeout: patience }, async () => {
      const source = 'example : True := trivial\n#exit\ntheorem t : False := by decide\n';
      const { output } = await gateway.run('lean.check', { source }, { budget });
      expect(output.outcome).toBe('REJECTED');
      expect(output.diagnostics.at(-1)).toMatchObject({ severity: 'error', start: { line: 2, column: 0 } });
    });

    it('may name imports that are not there', { timeout: patience }, async () => {
      const payload = {
        source: 'example : False := trivial',
        imports: ['Init.Core', 'Mathlib.Tactic', 'Aesop', 'Mathlib.Order'],
      };
      const { output, obligations } = await gateway.run('lean.check', payload, { budget });
      expect(output).toMatchObject({
        outcome: 'IMPORT_UNAVAILABLE',
        missing_imports: ['Mathlib.Tactic', 'Mathlib.Order'],
        diagnostics: [{ severity: 'error', start: { line: 1, column: 0 }, end: null }],
      });
      expect(obligations.map(({ code }) => code)).toEqual(['OTHER_IMPORTS_NOT_TRIED']);
      for (const path of [`${homedir()}/`, process.cwd()]) expect(JSON.stringify(output)).not.toContain(path);
    });
  });

  it('a cancelled check leaves no process behind', { timeout: patience }, async () => {
    // The first question probes the engine; the check itself begins after it.
    await gateway.availability();
    const cancel = new AbortController();
    const call = gateway.run('lean.check', { source: 'example : True := trivial' }, { budget, signal: cancel.signal });
    const outcome = call.then(
      () => 'finished',
      (error: unknown) => error,
    );
    await expect.poll(() => leanProcesses().length, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    cancel.abort();
    expect(await outcome).toMatchObject({ code: 'OPERATION_CANCELLED' });
    await expect.poll(() => leanProcesses(), { timeout: 1_000, interval: 20 }).toEqual([]);
  });

  it('runs without isolation where the operator says so', { timeout: patience }, async () => {
    const open = laneGatewayWithout();
    const { output } = await open.run('lean.check', { source: 'example : 1 = 2 := rfl' }, { budget });
    expect(output.outcome).toBe('REJECTED');
  });
}

function laneGatewayWithout() {
  return laneGateway({ isolation: 'off' });
}

/** Processes below this one that run Lean. */
function leanProcesses(): number[] {
  const parents = new Map<number, number>();
  const commands = new Map<number, string>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(
        Number(name),
        Number(
          stat
            .slice(stat.lastIndexOf(')') + 1)
            .trim()
            .split(' ')[1],
        ),
      );
      commands.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8'));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    for (let step = parents.get(pid); step !== undefined && step > 1; step = parents.get(step)) {
      if (step === process.pid) return true;
    }
    return false;
  };
  return [...commands]
    .filter(([pid, command]) => /CheckedSource|lean-check/.test(command) && isBelow(pid))
    .map(([pid]) => pid);
}
