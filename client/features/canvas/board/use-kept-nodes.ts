import { useState } from 'react'
import { type Node, useStoreApi } from 'reactflow'
import type { DrawnCards } from '../card/drawn-cards.ts'

/**
 * What reactflow keeps a place for on the page: of a large flow only those of whom something is drawn, or can be taken
 * hold of. With a thousand places it would go through all of them whenever one card changes. The list stays the same as
 * long as it is one: reactflow's own makes a new one for whoever asks, and so draws all cards with every step of a pan.
 */
export function useKeptNodes(drawn: DrawnCards) {
  const room = useStoreApi()
  useState(() => {
    let of: readonly unknown[] = []
    let list: Node[] = []
    room.setState({
      getNodes() {
        const { nodeInternals } = room.getState()
        const held = drawn.held()
        if (of[0] !== nodeInternals || of[1] !== held) {
          of = [nodeInternals, held]
          list = [...nodeInternals.values()].filter((node) => !held || held.has(node.id) || staysOf(node))
        }
        return list
      },
    })
  })
}

/** What is no card is not painted; what is selected is asked for here when it is to be selected no more. */
function staysOf({ type, selected, dragging }: Node): boolean {
  return type !== 'card' || Boolean(selected) || Boolean(dragging)
}
