;; A search over rows of bits, with one popcount instruction per 64 bits, which JavaScript has no access to. Compiled into
;; bit-scan.ts, whose test compares both. A row is in two places: its first 256 bits, which all searches read, and the rest.
;; Parameters that are named like data are addresses.
(module
  (memory (import "table" "memory") 1)

  ;; Writes how many of the first 256 bits of each row differ from the query's, in 16 bits.
  (func (export "measure") (param $query i32) (param $heads i32) (param $count i32) (param $distances i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64) (local $end i32)
    (local.set $a (i64.load (local.get $query)))
    (local.set $b (i64.load offset=8 (local.get $query)))
    (local.set $c (i64.load offset=16 (local.get $query)))
    (local.set $d (i64.load offset=24 (local.get $query)))
    (local.set $end (i32.add (local.get $heads) (i32.shl (local.get $count) (i32.const 5))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $heads) (local.get $end)))
        (i64.store16 (local.get $distances)
          (i64.add
            (i64.add
              (i64.popcnt (i64.xor (i64.load (local.get $heads)) (local.get $a)))
              (i64.popcnt (i64.xor (i64.load offset=8 (local.get $heads)) (local.get $b))))
            (i64.add
              (i64.popcnt (i64.xor (i64.load offset=16 (local.get $heads)) (local.get $c)))
              (i64.popcnt (i64.xor (i64.load offset=24 (local.get $heads)) (local.get $d))))))
        (local.set $heads (i32.add (local.get $heads) (i32.const 32)))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (br $next))))

  ;; Adds to a table of 32-bit counts how many rows have each distance.
  (func (export "tally") (param $distances i32) (param $count i32) (param $counts i32)
    (local $end i32) (local $at i32)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $count) (i32.const 1))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $distances) (local.get $end)))
        (local.set $at
          (i32.add (local.get $counts) (i32.shl (i32.load16_u (local.get $distances)) (i32.const 2))))
        (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (br $next))))

  ;; Writes the places of all rows below a distance, and of the first $ties rows at it, in 32 bits.
  (func (export "select")
    (param $distances i32) (param $count i32) (param $limit i32) (param $ties i32) (param $places i32)
    (local $place i32) (local $distance i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $place) (local.get $count)))
        (local.set $distance (i32.load16_u (local.get $distances)))
        (if (i32.le_u (local.get $distance) (local.get $limit))
          (then
            (block $skip
              (if (i32.eq (local.get $distance) (local.get $limit))
                (then
                  (br_if $skip (i32.eqz (local.get $ties)))
                  (local.set $ties (i32.sub (local.get $ties) (i32.const 1)))))
              (i32.store (local.get $places) (local.get $place))
              (local.set $places (i32.add (local.get $places) (i32.const 4))))))
        (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (br $next))))

  ;; Of words of 64 bits: the sum of the weights of their ones in the lower half, how many ones in the upper. A weight has
  ;; four bits: for each word, $weights has the lowest bits of all 64, then the next ones.
  (func $weigh (param $bits i32) (param $end i32) (param $weights i32) (result i64)
    (local $word i64) (local $sum i64)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $bits) (local.get $end)))
        (local.set $word (i64.load (local.get $bits)))
        (local.set $sum
          (i64.add
            (local.get $sum)
            (i64.add
              (i64.add
                (i64.shl (i64.popcnt (local.get $word)) (i64.const 32))
                (i64.popcnt (i64.and (local.get $word) (i64.load (local.get $weights)))))
              (i64.add
                (i64.shl
                  (i64.popcnt (i64.and (local.get $word) (i64.load offset=8 (local.get $weights))))
                  (i64.const 1))
                (i64.add
                  (i64.shl
                    (i64.popcnt (i64.and (local.get $word) (i64.load offset=16 (local.get $weights))))
                    (i64.const 2))
                  (i64.shl
                    (i64.popcnt (i64.and (local.get $word) (i64.load offset=24 (local.get $weights))))
                    (i64.const 3)))))))
        (local.set $bits (i32.add (local.get $bits) (i32.const 8)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 32)))
        (br $next)))
    (local.get $sum))

  ;; Writes what $weigh gives for each of these rows, in 64 bits.
  (func (export "weigh")
    (param $places i32) (param $count i32) (param $heads i32) (param $rests i32) (param $restBytes i32)
    (param $weights i32) (param $sums i32)
    (local $end i32) (local $head i32) (local $rest i32)
    (local.set $end (i32.add (local.get $places) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $places) (local.get $end)))
        (local.set $head
          (i32.add (local.get $heads) (i32.shl (i32.load (local.get $places)) (i32.const 5))))
        (local.set $rest
          (i32.add (local.get $rests) (i32.mul (i32.load (local.get $places)) (local.get $restBytes))))
        (i64.store (local.get $sums)
          (i64.add
            (call $weigh
              (local.get $head)
              (i32.add (local.get $head) (i32.const 32))
              (local.get $weights))
            (call $weigh
              (local.get $rest)
              (i32.add (local.get $rest) (local.get $restBytes))
              (i32.add (local.get $weights) (i32.const 128)))))
        (local.set $places (i32.add (local.get $places) (i32.const 4)))
        (local.set $sums (i32.add (local.get $sums) (i32.const 8)))
        (br $next)))))
