import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, elsewhere', '127.255.255.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared by carriers', '100.64.0.1'],
  ['link-local, cloud metadata', '169.254.169.254'],
  ['protocol assignments', '192.0.0.1'],
  ['for documents', '192.0.2.1'],
  ['for documents', '198.51.100.1'],
  ['for documents', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4 in old clothes', '::127.0.0.1'],
  ['IPv4 in old clothes', '::7f00:1'],
  ['public IPv4 in old clothes', '::8.8.8.8'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback, in hex', '::ffff:7f00:1'],
  ['mapped private', '::ffff:10.0.0.1'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::808:808'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4', '2002:808:808::'],
  ['Teredo', '2001::1'],
  ['for documents', '2001:db8::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['not given out', '4000::1'],
  ['no address', 'localhost'],
  ['no address', ''],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('an address of this machine is not public', () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])

  expect(own.filter(({ address }) => isPublicAddress(address))).toEqual([])
})
