import { tooDeep } from './script-contract.ts'

/**
 * A script's globals beyond the language, as source text that runs inside the sandbox. It is one function with the
 * host functions as arguments, so scripts cannot reach them by name; the last argument is `webGlobals` or
 * undefined. All of it runs as sandboxed JavaScript, so a bug here is no escape.
 */
export const sandboxGlobals = `(function (callHost, logLine, format, startTimer, addWeb) {
  'use strict'
  const toJson = JSON.stringify
  const fromJson = JSON.parse
  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return value.stack ? value.name + ': ' + value.message : String(value)
    try { return toJson(value) ?? String(value) } catch { return String(value) }
  }
  // The engine's JSON writer recurses once per level, so deep values overflow its stack.
  const write = (value) => {
    try { return toJson(value) } catch (error) {
      throw error instanceof InternalError && error.message.includes('stack') ? new Error('It is ${tooDeep}.') : error
    }
  }
  const log = (...values) => logLine(values.map(show).join(' '))
  const console = { log, info: log, warn: log, error: log, debug: log, trace: log }
  const ask = async (name, args) => {
    const answer = fromJson(await callHost(name, write(args ?? null)))
    if ('rejection' in answer) throw new Error(answer.rejection)
    return answer.result
  }

  const timers = new Map()
  let lastTimer = 0
  const setTimeout = (work, delay = 0, ...args) => {
    const id = ++lastTimer
    timers.set(id, true)
    startTimer(Number(delay) || 0).then(() => timers.delete(id) && work(...args)).catch((error) => console.error(error))
    return id
  }
  const clearTimeout = (id) => { timers.delete(id) }
  const crypto = {
    randomUUID: () => format('uuid', '[]'),
  }

  const define = (globals) => {
    for (const name of Object.keys(globals)) {
      Object.defineProperty(globalThis, name, { value: globals[name], writable: true, configurable: true })
    }
  }
  define({ console, setTimeout, clearTimeout, crypto, module: { exports: {} }, process: { env: {} } })
  addWeb?.(define, ask, format)

  return (run, values, toolNames) => {
    const given = fromJson(values)
    const names = Object.keys(given)
    const tools = {}
    for (const name of fromJson(toolNames)) {
      const call = (args) => ask('tool:' + name, args ?? {})
      tools[name] = { name, call, invoke: call }
    }
    return (async () => {
      const value = await run(...names.map((name) => given[name]), tools)
      if (typeof value === 'bigint') return toJson(String(value))
      return write(value) ?? (typeof value === 'function' || typeof value === 'symbol' ? toJson(String(value)) : 'null')
    })()
  }
})`
