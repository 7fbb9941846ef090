// Two games of the same states as ours. "small": nine cells; "large": four boards in counts, as
// many numbers as a table of Crafting the Cosmos holds. Everybody may move at any time.
const free = { activePlayers: { all: "free" } };

const small = {
  name: "small",
  setup: () => ({ cells: Array.from({ length: 9 }, () => ({ by: 0, n: 0 })) }),
  turn: free,
  disableUndo: true,
  moves: {
    tap: ({ G, playerID }, cell) => {
      G.cells[cell - 1].by = Number(playerID) + 1;
      G.cells[cell - 1].n += 1;
    },
  },
};

const board = () => ({
  step: "waiting",
  points: { nebulae: 0, chamber: 0, goals: 0, cards: 0, life: 0, mended: 0 },
  stars: [1, 0, 0, 0], novae: 0, proto: 1, stable: 0,
  tiles: [1, 2, 3, 1, 2].map((size) => ({ size, sector: "psi", completed: false })),
  sectorLife: [null, null, null], starGroup: 1, starsAtLife: 0, singles: 0, doubles: 0,
  lives: [{ draw: 0, value: 7 }, { draw: 1, value: 6 }], revealed: false,
  crystal: 0, waiting: 0, scored: 0, beyond: 0, hand: 4, told: [1, 1, 1, 1],
  powers: [[1, "hub"], [2, "gate"]], heldStars: [0, 0, 0, 0], heldProto: 0, heldTiles: [],
  nova: 0, dna: 0, graviton: 0, lines: [], count: null,
});

const large = {
  name: "large",
  setup: () => ({
    boards: [board(), board(), board(), board()],
    supply: 20, stage: "play", round: 1, first: 1, wheel: [[1], [2, 0], [3], [4]],
    wheelBefore: [[1], [2, 0], [3], [4]], goals: ["helium", "life", "nebulae", "stars"],
    scored: [], drawn: 3, history: [[0, 0, 0, 0], [3, 5, 2, 4], [8, 9, 6, 7]],
  }),
  turn: free,
  disableUndo: true,
  moves: {
    mend: ({ G, playerID }, points) => {
      G.boards[Number(playerID)].points.mended = points;
    },
  },
};

module.exports = { small, large };
