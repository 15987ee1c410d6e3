package serbench.experiments.sort;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import serbench.Bytes;
import serbench.RequestError;

/** Answers each line of standard input, a question about a piece of the sort, by a line. */
final class SortPieces {
  private SortPieces() {}

  public static void main(String[] arguments) {
    try (Scanner lines = new Scanner(System.in, StandardCharsets.US_ASCII)) {
      while (lines.hasNextLine()) {
        List<String> words = List.of(lines.nextLine().split(" "));
        List<String> rest = words.subList(1, words.size());
        System.out.println(
            switch (words.get(0)) {
              case "sort" -> sort(rest);
              case "merge" -> merge(rest);
              case "groups" ->
                  Passes.groups(Integer.parseInt(rest.get(0)), Integer.parseInt(rest.get(1)));
              case "last" -> Passes.lastThread(rest.stream().mapToLong(Long::parseLong).toArray());
              case "sample" -> sample(rest);
              case "chunks" -> chunks(rest);
              case "hold" -> hold(rest);
              case "key" -> key(rest.get(0));
              default -> throw new IllegalArgumentException(words.get(0));
            });
      }
    }
  }

  /** DISTINCT KEY …: the comparisons and the order of the keys. */
  private static String sort(List<String> words) {
    int count = words.size() - 1;
    int[] sorted = new int[count];
    MergeSort sort = new MergeSort(new KeyOrder(keys(words), numbers(count)));
    sort.sort(sorted, new int[count], count);
    return sort.comparisons() + " " + text(sorted);
  }

  /** DISTINCT KEY …: the comparisons and the order of the keys, each of which is a chunk. */
  private static String merge(List<String> words) {
    int count = words.size() - 1;
    LoserTree tree = new LoserTree(count, new KeyOrder(keys(words), numbers(count)));
    tree.build();
    List<Integer> merged = new ArrayList<>();
    for (int chunk = tree.winner(); chunk >= 0; chunk = tree.winner()) {
      merged.add(chunk);
      tree.end(chunk);
      tree.replay(chunk);
    }
    return tree.comparisons() + " " + text(merged.stream().mapToInt(chunk -> chunk).toArray());
  }

  /**
   * MEMORY THREADS FAN_IN HEAP_PER_BYTE GRANULE SIZE …: the block, and the chunks of the records.
   */
  private static String chunks(List<String> words) {
    int[] sizes = words.stream().skip(5).mapToInt(Integer::parseInt).toArray();
    try {
      Budget budget =
          new Budget(
              Long.parseLong(words.get(0)),
              Integer.parseInt(words.get(1)),
              Integer.parseInt(words.get(2)),
              Double.parseDouble(words.get(3)),
              Integer.parseInt(words.get(4)));
      budget.requireBlock(Arrays.stream(sizes).max().orElse(0));
      return budget.blockBytes()
          + " "
          + budget.chunks(0, sizes.length, i -> sizes[i]).stream()
              .map(chunk -> chunk.begin() + "-" + chunk.end())
              .collect(Collectors.joining(" "));
    } catch (RequestError refusal) {
      return refusal.getMessage();
    }
  }

  /** END SIZE: how many records before the end are tried, each of which has this size. */
  private static int sample(List<String> words) {
    int size = Integer.parseInt(words.get(1));
    return HeapSample.records(Integer.parseInt(words.get(0)), position -> size);
  }

  /** ARRAY_BYTES EXPECTED_BYTES MESSAGE …: the messages again, which are held twice. */
  private static String hold(List<String> words) {
    HeldBytes held = new HeldBytes(Integer.parseInt(words.get(0)), Long.parseLong(words.get(1)));
    int[] places = new int[words.size()];
    for (int round = 0; round < 2; round++) {
      held.clear();
      for (int i = 2; i < places.length; i++) {
        byte[] message = words.get(i).getBytes(StandardCharsets.US_ASCII);
        places[i] = held.add(ByteBuffer.allocate(64).put(3, message), 3, message.length);
      }
    }
    Bytes view = new Bytes();
    return IntStream.range(2, places.length)
        .mapToObj(i -> held.view(places[i], words.get(i).length(), view))
        .map(found -> new String(found.array, found.begin, found.size, StandardCharsets.US_ASCII))
        .collect(Collectors.joining(" "));
  }

  /** NAME: the key of objects without one of the study. */
  private static String key(String name) {
    try {
      return Key.named(name, false, "w").toString();
    } catch (RequestError refusal) {
      return refusal.getMessage();
    }
  }

  private static long[] keys(List<String> words) {
    long[] listed = words.stream().skip(1).mapToLong(Long::parseUnsignedLong).toArray();
    long distinct = Long.parseLong(words.get(0));
    SortedCodec codec = new SortedCodec(null, null, Key.ACCESS, listed, distinct, new Tally());
    return IntStream.range(0, listed.length).mapToLong(codec::listedKey).toArray();
  }

  private static int[] numbers(int count) {
    return IntStream.range(0, count).toArray();
  }

  private static String text(int[] values) {
    return Arrays.stream(values).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }
}
