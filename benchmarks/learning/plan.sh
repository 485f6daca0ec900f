#!/bin/sh
# The networks that come with the game, one command each: sh benchmarks/learning/plan.sh [NAME ...] (all without a name).
# Each leaves a folder runs/NAME; GPU minutes as in docs/learning.md. The last two have not been run.
set -eu

train() {
    name=$1 minutes=$2
    shift 2
    case " $chosen " in *" $name "* | "  ") ;; *) return 0 ;; esac
    carrozza train --device cuda --minutes "$minutes" --out "runs/$name" "$@"
}

learn() {
    train "$@" --set network.belief=true --set improvement.learning_rate=0.0004 --set improvement.compiled=true \
        --set reward.styles_share=0.12 --set imitation.seconds=12 --set league.bots_share=0.25 \
        --set "league.bots_players=[2]" --set league.networks_at_once=2 --set league.snapshot_rounds=20 \
        --set evaluation.times=5 --set evaluation.deals=512
}

chosen="$*"
five="players_weights=[5.0, 1.0, 2.0, 1.0]"
learn usa 4.9 --board usa --players 2,3,4,5 --set "$five" --set network.width=384
learn europe 3.75 --board europe --players 2,3,4,5 --set "$five" --set network.width=384
learn italy-basic 2.7 --board italy-basic --players 2,3,4,5 --set "$five" --set network.width=384
learn italy-advanced 4 --board italy-advanced --players 2,3,4,5 --set "$five" --set network.width=384
learn old-west 5.2 --board old-west --players 2,3,4,5,6 --variant alvin --set league.bots_pace=8 \
    --set "players_weights=[5.0, 1.0, 2.0, 0.7, 0.7]" --set network.width=320
learn new-york 1.1 --board new-york --players 2,3,4 --set "players_weights=[4.0, 1.0, 2.0]"
train any-board 4 --config benchmarks/learning/any-board.toml
train usa-response 4 --board usa --players 2 --against-frozen runs/usa/weights.npz
