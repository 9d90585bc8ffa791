/** Small sounds, made on the spot: dice, and a move. Off on phones unless somebody asks for them. */

const phone = matchMedia("(max-width: 760px)");

/** @type {AudioContext | null} */
let room = null;

/** Are sounds wanted here? */
export function soundsOn() {
  return (localStorage.getItem("sounds") ?? (phone.matches ? "off" : "on")) === "on";
}

export function flipSounds() {
  localStorage.setItem("sounds", soundsOn() ? "off" : "on");
  if (soundsOn()) sound("dice");
}

/** A tone: how high, when, how long, how loud. @param {AudioContext} air @param {number[]} tone */
function play(air, [high, wait, long, loud]) {
  const from = air.currentTime + wait;
  const voice = new OscillatorNode(air, { type: "triangle", frequency: high });
  const strength = new GainNode(air, { gain: 0 });
  strength.gain.setValueAtTime(loud, from);
  strength.gain.exponentialRampToValueAtTime(0.0001, from + long);
  voice.connect(strength).connect(air.destination);
  voice.start(from);
  voice.stop(from + long);
}

const TONES = {
  dice: [[310, 0, 0.05, 0.08], [260, 0.07, 0.05, 0.07], [340, 0.15, 0.05, 0.06], [220, 0.25, 0.08, 0.06]],
  move: [[180, 0, 0.07, 0.06]],
};

/** @param {keyof typeof TONES} what */
export function sound(what) {
  if (!soundsOn() || !navigator.userActivation?.hasBeenActive) return; // a browser lets nobody sound before a first click
  const air = (room ??= new AudioContext());
  for (const tone of TONES[what]) play(air, tone);
}
