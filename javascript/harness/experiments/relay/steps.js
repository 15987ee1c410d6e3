// What a mode does with one message, its steps:
//   decode(slot, message)   reads the message; what it leaves lies in a slot, of which each message of a block has its own
//   recover(slot)           forgets a message that could not be read, and a codec in a bad state
//   sinkOf(slot, sinks)     the sink, of so many, to which it goes by its fields
//   change(slot)            changes what was read once its sinks are known; true if the message was changed in its bytes
//   encode(slot, sink)      the bytes for a sink, valid until the next call for this slot
//   release(slot)           drops what is not kept for the next message
// What of these steps a mode has, its traits:
//   decodes        messages are read at all
//   sendsFrames    the frame that came is sent on, from where it lies
//   sendsHeld      bytes are sent on that what was read holds
//   copies         a message is copied to be changed
//   releases       there is something to release after a message
//   sendsToAll     every sink gets something of a message

/** A touch modulo the number of sinks. */
export function placeOf({ high, low }, sinks) {
  return ((high % sinks) * (2 ** 32 % sinks) + low) % sinks;
}
