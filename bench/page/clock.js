// Times of runs, by the rules that `src/clock.rs` has; what is not counted is longer, for JavaScript is compiled oftener.
const RUNS = 5;
const ENOUGH_MS = 400;
const WARM_MS = 100;
const SHORT_MS = 0.5;
/** What came out last: a run whose result goes nowhere might be left out by the compiler. */
export let last = null;

/** The median time of some runs in milliseconds, after runs that are not counted unless there is no time for more. */
export function median(run) {
  const first = time(run, 1);
  if (first > ENOUGH_MS) return first;
  const start = performance.now();
  let warm = 0;
  while (warm === 0 || performance.now() - start < WARM_MS) {
    last = run();
    warm += 1;
  }
  const goes = Math.ceil(SHORT_MS * warm / (performance.now() - start));
  const times = [];
  for (let spent = 0; times.length < RUNS && (times.length === 0 || spent < ENOUGH_MS);) {
    const took = time(run, goes);
    spent += took;
    times.push(took / goes);
  }
  return times.sort((a, b) => a - b)[Math.ceil(times.length / 2) - 1];
}

function time(run, goes) {
  const start = performance.now();
  for (let go = 0; go < goes; go += 1) last = run();
  return performance.now() - start;
}
