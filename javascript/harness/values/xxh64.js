// Words of 64 bits are two halves, [low, high] of 32 bits, because BigInt has no arithmetic of a fixed width that is fast.
const STRIPE = 32;

/** A word of two halves. */
class Word {
  constructor(low, high) {
    this.low = low | 0;
    this.high = high | 0;
  }

  add(other) {
    const sum = (this.low >>> 0) + (other.low >>> 0);
    this.low = sum | 0;
    this.high = (this.high + other.high + (sum > 0xffffffff ? 1 : 0)) | 0;
    return this;
  }

  xor(other) {
    this.low ^= other.low;
    this.high ^= other.high;
    return this;
  }

  rotate(by) {
    const [low, high] = by < 32 ? [this.low, this.high] : [this.high, this.low];
    const bits = by & 31;
    if (bits === 0) {
      [this.low, this.high] = [low, high];
    } else {
      this.low = (low << bits) | (high >>> (32 - bits));
      this.high = (high << bits) | (low >>> (32 - bits));
    }
    return this;
  }

  xorShifted(by) {
    const low = by < 32 ? (this.low >>> by) | (this.high << (32 - by)) : this.high >>> (by - 32);
    this.low ^= low;
    this.high ^= by < 32 ? this.high >>> by : 0;
    return this;
  }

  times(other) {
    const [low, first, second] = [this.low, this.low & 0xffff, this.low >>> 16];
    const [third, fourth] = [other.low & 0xffff, other.low >>> 16];
    const middle = second * third + ((first * third) >>> 16);
    const upper = first * fourth + (middle & 0xffff);
    const high = second * fourth + Math.floor(middle / 0x10000) + Math.floor(upper / 0x10000);
    this.high = (high + Math.imul(low, other.high) + Math.imul(this.high, other.low)) | 0;
    this.low = Math.imul(low, other.low);
    return this;
  }

  /** A lane after one more word. */
  round(word) {
    return this.add(word.times(PRIMES[1])).rotate(31).times(PRIMES[0]);
  }
}

const PRIMES = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
].map(halves);

function halves(bits) {
  return new Word(Number(bits & 0xffffffffn), Number(bits >> 32n));
}

/** The digest of FORMAT.md, section 3, with seed 0, written from its specification. */
export function xxh64(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let hash = new Word(PRIMES[4].low, PRIMES[4].high);
  if (bytes.length >= STRIPE) {
    at = bytes.length - (bytes.length % STRIPE);
    hash = ofStripes(view, at);
  }
  hash.add(new Word(bytes.length, Math.floor(bytes.length / 0x100000000)));
  ofRest(hash, view, at);
  hash.xorShifted(33).times(PRIMES[1]).xorShifted(29).times(PRIMES[2]).xorShifted(32);
  return (BigInt(hash.high >>> 0) << 32n) | BigInt(hash.low >>> 0);
}

function ofStripes(view, end) {
  const minus = halves(-0x9e3779b185ebca87n & 0xffffffffffffffffn);
  const both = new Word(PRIMES[0].low, PRIMES[0].high).add(PRIMES[1]);
  const lanes = [both, new Word(PRIMES[1].low, PRIMES[1].high), new Word(0, 0), minus];
  for (let at = 0; at < end; at += STRIPE) {
    for (let lane = 0; lane < 4; lane++) {
      lanes[lane].round(wordAt(view, at + 8 * lane));
    }
  }
  const hash = new Word(0, 0);
  for (const [place, turn] of [1, 7, 12, 18].entries()) {
    const { low, high } = lanes[place];
    hash.add(new Word(low, high).rotate(turn));
  }
  for (const lane of lanes) {
    hash.xor(new Word(0, 0).round(lane)).times(PRIMES[0]).add(PRIMES[3]);
  }
  return hash;
}

function ofRest(hash, view, from) {
  let at = from;
  for (; at + 8 <= view.byteLength; at += 8) {
    hash
      .xor(new Word(0, 0).round(wordAt(view, at)))
      .rotate(27)
      .times(PRIMES[0])
      .add(PRIMES[3]);
  }
  if (at + 4 <= view.byteLength) {
    hash
      .xor(new Word(view.getInt32(at, true), 0).times(PRIMES[0]))
      .rotate(23)
      .times(PRIMES[1])
      .add(PRIMES[2]);
    at += 4;
  }
  for (; at < view.byteLength; at++) {
    hash
      .xor(new Word(view.getUint8(at), 0).times(PRIMES[4]))
      .rotate(11)
      .times(PRIMES[0]);
  }
}

function wordAt(view, at) {
  return new Word(view.getInt32(at, true), view.getInt32(at + 4, true));
}
