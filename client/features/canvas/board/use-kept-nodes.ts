import { useState } from 'react'
import { type Node, useStoreApi } from 'reactflow'

/**
 * Lets reactflow give the same list of nodes as long as no node changes. Its own makes a new one for whoever asks, and
 * so draws all cards anew with every step of a pan or a zoom, none of which concerns them.
 */
export function useKeptNodes() {
  const room = useStoreApi()
  useState(() => {
    let of: unknown
    let list: Node[] = []
    room.setState({
      getNodes() {
        const { nodeInternals } = room.getState()
        if (of !== nodeInternals) {
          of = nodeInternals
          list = [...nodeInternals.values()]
        }
        return list
      },
    })
  })
}
