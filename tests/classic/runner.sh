#!/bin/sh
# A runner that remembers its request and says the times that its name asks for.
name=${0##*/}
echo "$@" >>"${0%/*}/../requests"
echo "runner protocol=1 language=cpp codec=$name workload=record schema=5"
case $name in
    broken) echo "error detail=The%20round%20trip%20failed." && exit 2 ;;
    killed) kill -9 $$ ;;
    silent) exit 0 ;;
    *-plain) ;;
    *) echo "library name=fake version=1.2%20beta" ;;
esac
case $* in
    *split=1*) halves=" serialize_ns=1999999 deserialize_ns=3000000" ;;
esac
runs=$(grep -c "" "${0%/*}/../requests")
echo "classic iterations=7 size_bytes=17416 cpu_ns=1 wall_ns=${runs}999999$halves"
echo end
