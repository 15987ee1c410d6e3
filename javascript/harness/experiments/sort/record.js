/** A message in memory and the number of its object. */
export class Record {
  constructor(number, memory, begin, end) {
    this.number = number;
    this.memory = memory;
    this.begin = begin;
    this.end = end;
  }

  get size() {
    return this.end - this.begin;
  }

  get message() {
    return this.memory.subarray(this.begin, this.end);
  }
}
