const TONES = [660, 880]
const TONE_S = 0.14
const LOUDNESS = 0.08

/** Two short tones. Browsers allow sound only after the user has pressed something. */
export function playTone() {
  const audio = new AudioContext()
  for (const [index, frequency] of TONES.entries()) {
    const from = audio.currentTime + index * TONE_S
    const tone = new OscillatorNode(audio, { frequency })
    const gain = new GainNode(audio, { gain: LOUDNESS })
    gain.gain.setTargetAtTime(0, from + TONE_S / 2, TONE_S / 4)
    tone.connect(gain).connect(audio.destination)
    tone.start(from)
    tone.stop(from + TONE_S)
  }
  setTimeout(() => void audio.close(), 1_000)
}
