import { defineNode } from '#server/engine/define-node.ts'
import { remembered } from './remembered.ts'

export const inMemoryCache = defineNode({
  name: 'inMemoryCache',
  label: 'InMemory Cache',
  version: 1,
  category: 'Cache',
  description: 'Returns stored answers to repeated messages at no cost, until the server restarts.',
  icon: 'cache',
  baseClasses: ['InMemoryCache', 'BaseCache'],

  inputs: {},

  build({ turn: { flowId } }) {
    // The flow's id keeps flows from reading each other's answers.
    const keyOf = (key: string) => `${flowId}\n${key}`
    return {
      find: async (key) => remembered.answers.get(keyOf(key)),
      store: async (key, text) => void remembered.answers.set(keyOf(key), text),
    }
  },
})
