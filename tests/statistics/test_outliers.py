"""Outliers by Tukey's fences."""

from serbench.statistics.estimate import fences, outliers

# NIST/SEMATECH e-Handbook of Statistical Methods, section 7.1.6: ninety numbers with one mild outlier, 1441.
NIST = [
    30, 171, 184, 201, 212, 250, 265, 270, 272, 289, 305, 306, 322, 322, 336, 346, 351, 370, 390, 404, 409,
    411, 436, 437, 439, 441, 444, 448, 451, 453, 470, 480, 482, 487, 494, 495, 499, 503, 514, 521, 522, 527,
    548, 550, 559, 560, 570, 572, 574, 578, 585, 592, 592, 607, 616, 618, 621, 629, 637, 638, 640, 656, 668,
    707, 709, 719, 737, 739, 752, 758, 766, 792, 792, 794, 802, 818, 830, 832, 843, 858, 860, 869, 918, 925,
    953, 991, 1000, 1005, 1068, 1441,
]  # fmt: skip


def test_the_example_of_the_nist_handbook() -> None:
    assert [NIST[position] for position in outliers(NIST)] == [1441]


def test_five_forks_have_the_second_and_the_fourth_as_their_quartiles() -> None:
    assert fences([1.0, 2.0, 3.0, 4.0, 5.0]) == (-1.0, 7.0)
    assert outliers([2.0, 7.1, 3.0, 4.0, 1.0]) == (1,)
    assert outliers([2.0, 7.0, 3.0, 4.0, 1.0]) == ()


def test_equal_values_leave_no_room() -> None:
    assert outliers([5.0, 5.0, 5.0, 5.0, 5.1]) == (4,)
    assert outliers([5.0, 5.0, 5.0, 5.0]) == ()


def test_three_values_have_no_outlier() -> None:
    assert fences([1.0, 1.0, 100.0]) is None
    assert outliers([1.0, 1.0, 100.0]) == ()
