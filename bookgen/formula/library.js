/* What calculators may call, as in bookgen/calculators/registry.py. */
const NOISE = 1e-14;
const { max, min, sqrt, log2 } = Math;
const ceil = (x) => Math.ceil(x * (1 - NOISE));
const floor = (x) => Math.floor(x * (1 + NOISE));
const count = (x) => x.length;
const log2_each = (x) => x.map((value) => log2(value / x[0]));

/** A sum that keeps what is lost in each addition (Neumaier 1974). */
function sum(x) {
  let total = 0;
  let lost = 0;
  for (const value of x) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

function covariance(x, y) {
  const [meanX, meanY] = [sum(x) / x.length, sum(y) / y.length];
  return sum(x.map((value, i) => (value - meanX) * (y[i] - meanY))) / x.length;
}

const variance = (x) => covariance(x, x);
