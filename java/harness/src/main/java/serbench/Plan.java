package serbench;

/** What an access operation reads (FORMAT.md, section 5). */
public enum Plan {
  ONE,
  TENTH,
  ALL
}
