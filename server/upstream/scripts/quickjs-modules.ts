import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import { limits } from './script-contract.ts'

const PAGE = 65_536
const FIRST_PAGES = 256
const MAX_IDLE = 4

type Use<Result> = (module: QuickJSWASMModule) => Promise<{ result: Result; isSound: boolean }>

/**
 * Modules compiled once and instantiated on demand, each with a hard memory maximum, because QuickJS' own limit
 * misses some allocations. A module runs one script at a time and is discarded after an aborted one.
 */
export async function openModules() {
  const wasm = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  const wasmModule = await WebAssembly.compile(await readFile(wasm))
  const idle: QuickJSWASMModule[] = []

  function make() {
    const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: limits.memoryBytes / PAGE })
    return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }))
  }

  async function use<Result>(work: Use<Result>): Promise<Result> {
    const module = idle.pop() ?? (await make())
    const { result, isSound } = await work(module)
    if (isSound && idle.length < MAX_IDLE) {
      idle.push(module)
    }
    return result
  }

  return { use }
}
