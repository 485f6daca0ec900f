#!/bin/sh
# The networks that come with the game, one command each: sh benchmarks/learning/plan.sh [NAME ...] (all without a name).
# Each leaves a folder runs/NAME. docs/learning.md tells what each reached in these minutes of an H200.
set -eu

train() {
    name=$1 minutes=$2
    shift 2
    case " $chosen " in *" $name "* | "  ") ;; *) return 0 ;; esac
    carrozza train --device cuda --minutes "$minutes" --out "runs/$name" "$@"
}

of_board() {
    board=$1 minutes=$2
    shift 2
    train "$board" "$minutes" --config benchmarks/learning/one-board.toml --board "$board" "$@"
}

further() {
    board=$1 minutes=$2
    shift 2
    train "$board-further" "$minutes" --config benchmarks/learning/one-board.toml --board "$board" \
        --set network.start="runs/$board" --set imitation.seconds=0 --set improvement.learning_rate=3e-4 "$@"
}

chosen="$*"
to_five="players_weights=[5.0, 1.0, 2.0, 1.0]"
of_board usa 4.92 --players 2,3,4,5 --set "$to_five"
of_board europe 3.75 --players 2,3,4,5 --set "$to_five"
of_board italy-basic 2.67 --players 2,3,4,5 --set "$to_five"
of_board italy-advanced 3.97 --players 2,3,4,5 --set "$to_five"
of_board old-west 5.17 --players 2,3,4,5,6 --variant alvin --set "players_weights=[5.0, 1.0, 2.0, 0.7, 0.7]" \
    --set network.width=320 --set league.bots_pace=8
of_board new-york 1.08 --players 2,3,4 --set "players_weights=[4.0, 1.0, 2.0]" --set network.width=256

felt="--set reward.styles_share=0.15 --set reward.style_weight=3"
further usa 3.17 --players 2,3,4,5 --set "$to_five" $felt
further europe 2.17 --players 2,3,4,5 --set "players_weights=[4.0, 1.0, 4.0, 1.0]"
further old-west 3.75 --players 2,3,4,5,6 --variant alvin --set "players_weights=[5.0, 1.0, 3.5, 0.5, 0.5]" \
    --set network.width=320 --set league.bots_pace=8 $felt

# The value first, which a weights file lacks, in eight minutes of a CPU.
case " $chosen " in *" any-board "* | "  ")
    carrozza train --config benchmarks/learning/any-board.toml --device cpu --minutes 0 --decisions 430000 \
        --set network.start=src/carrozza/bots/neural/files/general.npz --set improvement.compiled=false \
        --set games.number=1008 --set games.threads=1 --set games.steps=64 --set improvement.minibatch=1008 \
        --set improvement.learning_rate=2e-3 --set improvement.last_share=0.2 --set league.bots_pace=1 \
        --set "evaluation.against=[]" --out runs/any-board-value
    ;;
esac
train any-board 5.3 --config benchmarks/learning/any-board.toml

# Not tried on a GPU. The best response begins as what it answers, and then plays against it alone.
usa=src/carrozza/bots/neural/files/usa.npz
train usa-response 10 --config benchmarks/learning/one-board.toml --board usa --players 2 --against-frozen $usa \
    --set network.start=$usa --set imitation.seconds=0 --set improvement.learning_rate=2e-4 --set reward.styles_share=0 \
    --set evaluation.times=10
