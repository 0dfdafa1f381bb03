/* The alternating bit protocol over channels that may lose messages. What arrives is what was
   sent, in order; but if losses never stop, nothing needs to arrive at all. */
mtype = { data, ack }

chan toReceiver = [1] of { mtype, bit, byte };
chan toSender = [1] of { mtype, bit };
byte received;

active proctype Sender() {
  bit sequence;
  bit answer;
  byte value = 1;
  do
  :: toReceiver!data,sequence,value;
     if
     :: toSender?ack,answer ->
        if
        :: answer == sequence -> sequence = 1 - sequence; value = value % 3 + 1
        :: else -> skip
        fi
     :: timeout -> skip
     fi
  od
}

active proctype Receiver() {
  bit expected;
  bit sequence;
  byte value;
  byte next = 1;
  do
  :: toReceiver?data,sequence,value;
     if
     :: sequence == expected ->
        assert(value == next);
        next = next % 3 + 1;
        expected = 1 - expected;
        received = value
     :: else -> skip
     fi;
     toSender!ack,sequence
  od
}

active proctype Loss() {
  do
  :: toReceiver?data,_,_
  :: toSender?ack,_
  od
}

ltl arrives { <> (received == 1) }
