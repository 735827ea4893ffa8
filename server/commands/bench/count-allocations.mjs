// Loaded into a measured server with --import: at SIGUSR2 it reports how much its main thread has allocated so far.
import { getHeapStatistics } from 'node:v8'

process.on('SIGUSR2', () => process.send?.({ allocatedBytes: getHeapStatistics().total_allocated_bytes }))
