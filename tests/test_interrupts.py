"""Ctrl-C is a flag: it raises nothing before the third time."""

import signal
import threading

import pytest

from carrozza.interrupts import interrupt_flag, interrupts_raised, run_until_interrupted


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_finishes_the_second_drops_and_the_third_raises() -> None:
    with interrupt_flag() as flag:
        assert (flag.is_set, flag.is_urgent) == (False, False)
        press()
        assert (flag.is_set, flag.is_urgent) == (True, False)
        press()
        assert (flag.is_set, flag.is_urgent) == (True, True)
        with pytest.raises(KeyboardInterrupt):
            press()
    with pytest.raises(KeyboardInterrupt):
        press()


def test_nested_uses_share_one_flag() -> None:
    with interrupt_flag() as outer:
        with interrupt_flag() as inner:
            press()
        assert inner is outer
        press()
        assert outer.presses == 2


def test_another_thread_never_sees_it() -> None:
    found: list[bool] = []

    def work() -> None:
        with interrupt_flag() as flag:
            found.append(flag.is_set)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]


def test_reading_the_keyboard_is_interrupted_at_once() -> None:
    with interrupt_flag() as flag:
        with pytest.raises(KeyboardInterrupt), interrupts_raised():
            press()
        assert not flag.is_set
        press()
        assert flag.is_set


def test_long_work_is_abandoned() -> None:
    ended = threading.Event()
    with interrupt_flag() as flag:
        assert run_until_interrupted(lambda: None, flag)
        press()
        assert not run_until_interrupted(ended.wait, flag)
    ended.set()


def test_what_goes_wrong_in_long_work_is_raised() -> None:
    def fail() -> None:
        raise ValueError("no disk")

    with interrupt_flag() as flag, pytest.raises(ValueError, match="no disk"):
        run_until_interrupted(fail, flag)
