#!/bin/sh
# The networks that come with the game, one command each: sh benchmarks/learning/plan.sh [NAME ...] (all without a name).
# Each leaves a folder runs/NAME; GPU minutes as in docs/learning.md.
set -eu

train() {
    name=$1 minutes=$2
    shift 2
    case " $chosen " in *" $name "* | "  ") ;; *) return 0 ;; esac
    carrozza train --device cuda --minutes "$minutes" --out "runs/$name" "$@"
}

chosen="$*"
imitation="imitation.seconds=20"
train usa 4 --board usa --players 2,3,4,5 --set "$imitation" --set "players_weights=[3.0, 1.0, 2.0, 1.0]"
train europe 4 --board europe --players 2,3,4,5 --set "$imitation" --set "players_weights=[3.0, 1.0, 2.0, 1.0]"
train italy-basic 3 --board italy-basic --players 2,3,4,5 --set "$imitation" --set "players_weights=[3.0, 1.0, 2.0, 1.0]"
train italy-advanced 4 --board italy-advanced --players 2,3,4,5 --set "$imitation" --set "players_weights=[3.0, 1.0, 2.0, 1.0]"
train old-west 4 --board old-west --players 2,3,4,5,6 --variant alvin --set "$imitation" \
    --set "players_weights=[3.0, 1.0, 2.0, 1.0, 1.0]"
train new-york 2 --board new-york --players 2,3,4 --set "$imitation" --set "players_weights=[3.0, 1.0, 2.0]"
train any-board 4 --config benchmarks/learning/any-board.toml
train usa-response 4 --board usa --players 2 --against-frozen runs/usa/weights.npz
