import { describe, expect, it } from 'vitest';
import { inOrder, type Pace } from '../../../src/availability/in-order.js';

/** Looks at items that say what they are and how long they take: `bad 20`, `good 5`, `hangs`. */
async function run(items: readonly string[], pace: Partial<Pace> = {}) {
  const began: string[] = [];
  let open = 0;
  let most = 0;
  const look = async (item: string) => {
    began.push(item);
    most = Math.max(most, (open += 1));
    const [word = '', ms] = item.split(' ');
    await new Promise<void>((resolve) => ms !== undefined && setTimeout(resolve, Number(ms)));
    open -= 1;
    return word;
  };
  const at = performance.now();
  const answers = await inOrder(
    items,
    look,
    (word) => word === 'good',
    () => 'late',
    { atOnce: 3, headStartMs: 40, withinMs: 400, ...pace },
  );
  return { answers, began, most, ms: performance.now() - at };
}

describe('looking at items in order', () => {
  it('starts no other while the first is quick', async () => {
    expect(await run(['good 10', 'good 10'])).toMatchObject({ answers: ['good'], began: ['good 10'] });
    expect(await run([])).toMatchObject({ answers: [] });
  });

  it('goes on at once after one that will not do', async () => {
    const { answers, most } = await run(['bad 5', 'bad 5', 'good 5', 'good 5']);
    expect(answers).toEqual(['bad', 'bad', 'good']);
    expect(most).toBe(1);
  });

  it('judges in order, whichever is found first', async () => {
    expect(await run(['good 100', 'good 5'])).toMatchObject({ answers: ['good'], began: ['good 100', 'good 5'] });
    expect((await run(['bad 100', 'good 5', 'good 5'])).began).toHaveLength(2);
  });

  it('does not wait for one after the other where all are slow, and looks at few at a time', async () => {
    const slow = await run(['bad 100', 'bad 101', 'bad 102', 'bad 103', 'good 100']);
    expect(slow.answers).toEqual(['bad', 'bad', 'bad', 'bad', 'good']);
    expect(slow.most).toBe(3);
    expect(slow.ms).toBeLessThan(400);
  });

  it('ends in time, whatever hangs', async () => {
    const { answers, ms } = await run(['bad 5', 'hangs', 'hangs', 'hangs', 'hangs']);
    expect(answers).toEqual(['bad', 'late', 'late', 'late', 'late']);
    expect(ms).toBeLessThan(700);
    expect((await run(['hangs', 'good 5', 'good 5'])).answers).toEqual(['late', 'good']);
  });

  it('fails as the look fails', async () => {
    const look = () => Promise.reject(new Error('no'));
    const pace = { atOnce: 1, headStartMs: 1, withinMs: 1_000 };
    await expect(
      inOrder(
        [1],
        look,
        () => true,
        () => 0,
        pace,
      ),
    ).rejects.toThrow('no');
  });
});
