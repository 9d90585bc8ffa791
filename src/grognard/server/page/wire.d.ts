/** What goes over the wire. Made from requests, pushes, endpoints: python -m grognard.server.typescript */
declare namespace Wire {
  /** An action of a game, with the fields that the page knows how to show. */
  interface Act {
    facing?: number;
    hex?: string;
    piece?: string;
    place?: string;
    type: string;
    x?: number;
    y?: number;
  }
  /** Where letters about a seat go. */
  interface Addressed {
    address: string;
  }
  /** What was wished for has been done. */
  interface AdminDone {
    done: boolean;
  }
  /** what only the operator is told. */
  interface AdminTold {
    bans: BanTold[];
    load: LoadTold;
    rooms: RoomTold[];
    words: WordsTold[];
  }
  /** One thing a side must reach, keep or deny, and how far it is. */
  interface Aim {
    text: string;
    cite: string;
    hexes: string[];
    have: number | null;
    need: number | null;
    met: boolean | null;
    points: number | null;
    levels: [string, number][];
  }
  /** What is said of a match when it is over, or how far that has come. */
  interface Analysed {
    costly?: CostlyTold[];
    curve?: Moment[];
    done: boolean;
    error?: string;
    progress?: number;
    rolls?: RollTold[];
    sides?: string[];
    thrown?: ThrownTold[];
    turnings?: TurningTold[];
  }
  /** What was answered, and what a computer was up to. */
  interface AnswerTold {
    side: string;
    text: string;
    why: string;
  }
  /** A question was answered for somebody: there was one answer, or he had ordered it so. */
  interface AnsweredNews {
    prompt: string;
    side: string;
    text: string;
    type: "answered";
    why: string;
  }
  /** What each order is answered with. */
  interface Answers {
    agree: Nothing;
    arrange: Nothing;
    at: Frame;
    back: Asked;
    begin: Nothing;
    brief: Brief;
    carry: Carried;
    chances: Chances;
    command: Commanded;
    commit: Nothing;
    decline: Nothing;
    dossier: Filed;
    hint: Hint;
    hold: Nothing;
    nonce: Nothing;
    odds: Odds;
    pace: Nothing;
    plan: Planned;
    reach: Reached;
    recall: Nothing;
    redo: Nothing;
    remark: Remarked;
    resign: Nothing;
    say: Nothing;
    sight: Sight;
    sit: Nothing;
    survey: Surveyed;
    take: Nothing;
    turn: Nothing;
    undo: Nothing;
    way: Walked;
    why: Why;
  }
  /** A sector of an inch table: a point, the way it faces (degrees from the north), its half-angle, and inches. */
  interface Arc {
    x: number;
    y: number;
    facing: number;
    half: number;
    near: number;
    far: number;
  }
  /** To `back`. */
  interface Asked {
    request: number;
  }
  /** The chances after the enemy's strongest answers, and which those are: each to be read after "if". */
  interface AtWorst {
    assumes: string[];
    chances: Outcome[];
  }
  interface BackLine {
    line: "back";
    count: number;
    digest: string;
  }
  /** A takeback that somebody asks for. */
  interface BackTold {
    answers: number;
    request: number;
    side: string;
    text: string;
    waits: string[];
  }
  /** An address that is shut out, and the hours left to it. */
  interface BanTold {
    address: string;
    hours: number;
  }
  /** A first battle, as a wish for a match. */
  interface Battle {
    game: string;
    options: Record<string, string>;
    scenario: string;
    seats: Record<string, string>;
  }
  /** A battle on its card. */
  interface BattleTold {
    blurb: string;
    cite: string;
    date: string;
    first: boolean;
    id: string;
    lean: LeanTold | null;
    minutes: number;
    options: Record<string, string>;
    story: string;
    tasks: Record<string, string>;
    title: string;
    turns: number;
    units: number;
  }
  /** The hardest result. */
  interface Best {
    chance: number;
    name: string;
    says: string;
  }
  /** A counter that is not available now, and why. */
  interface Beyond {
    cite: string;
    face: string;
    text: string;
    why: string;
  }
  /** Rules and charts of a game, and where they are taught. */
  interface Book {
    charts: Chart[];
    examples: Taught[];
    lessons: Taught[];
    rules: Rule[];
  }
  /** To `brief`. */
  interface Brief {
    briefing: Briefing;
  }
  /** What a side is told before the first decision, in the scenario's own words. */
  interface Briefing {
    situation: string;
    force: string;
    enemy: string;
    special: string[];
    first: string[];
    length: string;
  }
  /** A card in a hand, on a pile or laid aside; a hidden one shows its back and at most a rating. */
  interface CardView {
    id: string;
    side: string;
    place: string;
    title: string;
    rating: string;
    text: string;
    hidden: boolean;
    lit: boolean;
    pieces: string[];
  }
  /** To `carry`: nothing if it is done, or all it could mean. */
  interface Carried {
    ways?: Way[];
  }
  /** To `chances`: by the number of the choice. */
  interface Chances {
    chances: Record<string, Outlook>;
  }
  /** What has changed among the pieces. */
  interface Changes {
    changed: PieceView[];
    gone: string[];
    order?: string[];
  }
  /** A printed chart. With `dice` it is one to roll on: its rows are totals ("7", "0 or less", "3 to 5"). */
  interface Chart {
    key: string;
    title: string;
    columns: string[];
    rows: [string, string[]][];
    results: [string, string][];
    cite: string;
    note: string;
    dice: number;
    natural: [number, string][];
    wanted: string;
    backfires: string[];
  }
  /** One line of chat. */
  interface ChatLine {
    number: number;
    kind: string;
    who: string;
    text: string;
    at: number;
  }
  /** Somebody has said something. */
  interface ChatNews {
    chat: ChatLine[];
    type: "chat";
  }
  /** An answer: as text, and as a click where it names a piece or a place. */
  interface Choice {
    action: Act;
    face?: string;
    label?: string;
    left?: number;
    rolls?: boolean;
    text: string;
  }
  /** How many seconds everybody has, whose clock runs, and what happens at the end. */
  interface ClockTold {
    bank: number;
    each: number;
    end: string;
    left: Record<string, number>;
    runs: string[];
  }
  /** Why the connection is closed. */
  interface ClosedPush {
    error: string;
    hint?: string;
    instead?: Choice | null;
    problems?: StudioProblem[];
    rule?: string;
    status: number;
    type: "gone";
  }
  /** What a coach says to an answer. */
  interface CoachSaid {
    cite: string;
    right: boolean;
    say: string;
    text: string;
  }
  /** An order to a staff: an intent, and the units it is for (none: everybody who has not acted). */
  interface Command {
    intent: Intent;
    units: string[];
    goals: Record<string, string>;
    doing: Record<string, "attack" | "finish" | "go" | "hold" | "road" | "screen" | "shoot" | "withdraw">;
    kept: boolean;
    way: "" | "closer" | "safer";
    past: ("asked" | "die" | "enemy" | "expected")[];
    signed: Signed | null;
  }
  /** To `command`: how far it came, what is left to do, and whether that goes on by itself when others have acted. */
  interface Commanded {
    answers: number;
    back: number;
    halt: Halt | null;
    left: Command | null;
    rows: number;
    told: string[];
    waits: boolean;
  }
  interface CommitLine {
    line: "commit";
    side: string;
    commitment: string;
  }
  /** Has the owner of an address agreed? */
  interface Confirmed {
    confirmed: boolean;
  }
  /** A decision that cost a side some of its chance of victory. */
  interface CostlyTold {
    better: Taken;
    cost: number;
    frame: number;
    prompt: string;
    side: string;
    taken: Taken;
    turn: number;
    why: string;
  }
  /** The drawing of everybody's numbers has come further. */
  interface DiceNews {
    dice?: DiceTold;
    type: "dice";
  }
  /** How far it has come that everybody puts a number of his own into the dice. */
  interface DiceTold {
    commits: Record<string, string>;
    head: string;
    key?: string;
    promise: string[];
    signature?: string;
    waits: string[];
  }
  /** By which field the shapes of a union are told apart. */
  interface Discriminator {
    mapping?: Record<string, string>;
    propertyName: string;
  }
  /** All that a side may know of a piece: every number on it named, its states, what it may do now. */
  interface Dossier {
    piece: string;
    title: string;
    kind: string;
    values: Value[];
    states: string[];
    abilities: string[];
    can: string[];
    carries: string[];
    place: string;
    note: string;
  }
  /** What is in somebody's drawer, or the text that was asked for. */
  interface DrawerTold {
    kept?: KeptTold[];
    text?: string;
  }
  /** How matches ended, and how often. */
  interface EndTold {
    count: number;
    says: string;
  }
  /** Why something is not done. */
  interface ErrorTold {
    error: string;
    hint?: string;
    instead?: Choice | null;
    problems?: StudioProblem[];
    rule?: string;
    status: number;
  }
  /** How far a scenario has been tried out, and what was found. */
  interface FairTold {
    done: boolean;
    ends?: EndTold[];
    error?: string;
    idle?: string[];
    job: string;
    of: number;
    played: number;
    problems?: StudioProblem[];
    sides?: string[];
    stopped?: boolean;
    strengths?: StrengthTold[];
    why?: string[];
  }
  /** To `dossier`. */
  interface Filed {
    dossier: Dossier;
    reach: Reach[];
  }
  /** To `at`: how things stood, and in a match that is over the answer that led there. */
  interface Frame {
    frame: number;
    frames: number;
    lines: Line[];
    pieces: PieceView[];
    said: AnswerTold | null;
    view: Past;
  }
  /** A game in the lobby. */
  interface GameTold {
    art: string;
    blurb: string;
    board: boolean;
    depth: number;
    id: string;
    options: Option[];
    peoples: Record<string, Record<string, string>>;
    scenarios: BattleTold[];
    sides: Record<string, string[]>;
    title: string;
  }
  /** A number the working starts from: a strength, a range, a rating. */
  interface Given {
    name: string;
    value: string;
    cite: string;
  }
  interface Grid {
    columns: [number, number];
    rows: [number, number];
    shape: "flat" | "pointy";
    shifted: "even" | "odd";
    rows_up?: boolean;
    id?: "CCRR" | "RRCC";
    south_up?: boolean;
    missing?: string[];
  }
  /** Why a plan stopped on its way, where, and what was told then. */
  interface Halt {
    why: "" | "asked" | "changed" | "die" | "enemy" | "other" | "over" | "refused";
    words: string;
    unit: string;
    place: string;
    cite: string;
    foreseen: boolean;
  }
  /** To `hint`. */
  interface Hint {
    hint: HintTold;
  }
  /** What a sensible player would do: the first answer, all that it takes, and how each reads. */
  interface HintTold {
    action: Act;
    answers: Act[];
    chance: number | null;
    expects: string;
    steps: string[];
    text: string;
    why: string;
  }
  /** What is to be done, and where: at a place, at a point ("36,23.5", in inches), at an enemy in sight. */
  interface Intent {
    do: "attack" | "finish" | "go" | "hold" | "road" | "screen" | "shoot" | "withdraw";
    to: string;
  }
  /** A scenario in somebody's drawer. */
  interface KeptTold {
    game: string;
    id: string;
    title: string;
  }
  /** Which side has won more of the decided matches between equal computers. */
  interface LeanTold {
    matches: number;
    share: number;
    side: string;
  }
  /** A lesson in its path. */
  interface LessonRow {
    id: string;
    known: boolean;
    learnt: string;
    minutes: number;
    step: number;
    title: string;
  }
  /** How a lesson stands. */
  interface LessonTold {
    ask: string;
    kind: "example" | "lesson" | "puzzle";
    learnt: string;
    lit: Lit;
    minutes: number;
    orders: boolean;
    over: boolean;
    reads: boolean;
    rules: string[];
    said: CoachSaid | null;
    say: string;
    step: number;
    steps: string[];
    title: string;
    tries: Choice[];
    waits: boolean;
    wanted: Act[];
    weighed: WeighedTold[];
  }
  /** How strong a computer plays. */
  interface LevelTold {
    about: string;
    id: string;
    title: string;
  }
  /** Where everything lies on a map or a table: each place with its middle and what is there. */
  interface Lie {
    flat?: boolean;
    frame: [number, number, number, number];
    hexes: Record<string, [number, number, string]>;
    high?: number;
    inch?: number;
    size: number;
  }
  /** A line of the log. */
  interface Line {
    cite: string;
    dice?: number[];
    hexes?: string[];
    text: string;
    working?: Working;
  }
  interface Lines {
    from: number;
    lines: Line[];
  }
  /** The name by which anybody finds a text. */
  interface LinkTold {
    link: string;
  }
  /** What a coach points at. */
  interface Lit {
    hexes: string[];
    pieces: string[];
  }
  /** How busy a server process is. */
  interface LoadTold {
    analyses: number;
    begun: number;
    busy: number;
    elsewhere: number;
    matches: number;
    memory: number;
    processor: number;
    quick: number;
    searchers: number;
    trials: number;
  }
  /** What the lobby shows. */
  interface Lobby {
    games: GameTold[];
    left_out: string[];
    levels: LevelTold[];
  }
  /** Markers that say the same, with their places; two of a line. */
  interface Markers {
    kind: string;
    places: string[][];
    text: string;
  }
  interface MatchLine {
    line: "match";
    grognard: number;
    game: string;
    version: number;
    scenario: string;
    options: Record<string, string>;
    seal: string;
    position?: unknown;
    file?: string;
  }
  /** One of one's matches. */
  interface MatchTold {
    battle: string;
    clock: ClockTold | null;
    game: string;
    match: string;
    mine: string[];
    over: boolean;
    peoples: Record<string, string>;
    players: Record<string, string>;
    scenario: string;
    title: string;
    touched: number;
    turn: number;
    turns: number;
    waits: string[];
    winners: string[];
    yours: boolean;
  }
  /** One's matches. */
  interface MineTold {
    matches: MatchTold[];
  }
  /** One reason a column or a die changes, with its rule. */
  interface Modifier {
    cite: string;
    value: number;
    text: string;
    on: "column" | "die" | "number";
  }
  /** Everybody's chance of victory at some moment. */
  interface Moment {
    chances: Record<string, number>;
    frame: number;
    turn: number;
  }
  interface NonceLine {
    line: "nonce";
    side: string;
    nonce: string;
  }
  /** Done. */
  interface Nothing {
  }
  /** To `odds`. */
  interface Odds {
    odds: OddsTold | null;
  }
  /** The chances of a choice, the working, and what is taken for granted: each to be read after "if". */
  interface OddsTold {
    assumes: string[];
    at_once: boolean;
    chances: Outcome[];
    preview: Working | null;
    worst: AtWorst | null;
  }
  /** What follows a battle of a campaign: the next one, or nothing, and how it is said. */
  interface OnwardTold {
    says: string;
    scenario: string;
  }
  /** The matches that somebody can join. */
  interface OpenOnes {
    open: OpenTold[];
  }
  /** A match that somebody can join. */
  interface OpenTold {
    clock: ClockTold | null;
    game: string;
    host: string;
    match: string;
    people: string;
    scenario: string;
    side: string;
    title: string;
  }
  /** A choice made before play; the first value is the default. */
  interface Option {
    id: string;
    title: string;
    values: string[];
    cite: string;
    scenarios: string[];
    about: string;
    besides: string[];
    decides: boolean;
  }
  /** A standing order in words. */
  interface OrderTold {
    order: StandingOrder;
    text: string;
  }
  /** The standing orders of a side, and those it could give. */
  interface OrdersTold {
    given: OrderTold[];
    offered: OrderTold[];
  }
  /** A result of a roll and its chance. */
  interface Outcome {
    chance: number;
    exact: string;
    name: string;
    weight: number;
  }
  /** What a choice comes to, for its row in the list. */
  interface Outlook {
    best: Best | null;
    chance: number;
    says: string;
    spread: number[];
    wanted: string;
    why: string;
  }
  /** A page that is open at a match: where, and for which sides. */
  interface PageTold {
    address: string;
    sides: string[];
  }
  /** What a stretch was to one side: what happened, and how much of the change was dice; the rest was decided. */
  interface PartTold {
    advised: boolean;
    after: number;
    before: number;
    dice: number;
    events: string[];
  }
  /** The table from one chair without its pieces, as it was. */
  interface Past {
    cards: CardView[];
    focus: string[];
    markers: Markers[];
    phase: string;
    phases: string[];
    side: string | null;
    tracks: Track[];
    turn: number;
    turns: number;
  }
  /** How a game is learnt. */
  interface PathTold {
    after: string;
    battle: Battle | null;
    depth: number;
    game: string;
    learnt: string[];
    lessons: LessonRow[];
    minutes: number;
    puzzles: LessonRow[];
    title: string;
    why: string;
  }
  /** A counter as it lies: its face, or its back. */
  interface PieceView {
    id: string;
    side: string;
    place: string;
    face: string;
    name: string;
    values: string;
    marks: string[];
    hidden: boolean;
    note: string;
    formation: string;
    boxes: [number, number, number, number, number][];
    facing: number | null;
    numbers: [string, number][];
  }
  /** A line of a plan as a person reads it; one line may stand for several rows. */
  interface PlanLine {
    text: string;
    price: string;
    reason: string;
    halts: string;
    rows: number[];
  }
  /** What one unit, or several together, are to do; where from and to in the drawing. */
  interface PlanRow {
    end: number[] | null;
    halts: string;
    name: string;
    price: string;
    reason: string;
    start: number[] | null;
    text: string;
    to: string;
    units: string[];
  }
  /** To `plan`. */
  interface Planned {
    command: Command;
    lines: PlanLine[];
    open: string[];
    rows: PlanRow[];
    says: string;
    stays: Stay[];
  }
  interface PromiseLine {
    line: "promise";
    promise: string;
  }
  /** What a side is asked. */
  interface Question {
    against: string[];
    around: number;
    beyond: Beyond[];
    choices: Choice[];
    cite: string;
    open: boolean;
    prompt: string;
    side: string;
    subject: string[];
  }
  /** A player and how strong he is. */
  interface RatedTold {
    doubt: number;
    mark: string;
    matches: number;
    name: string;
    rating: number;
    sure: boolean;
  }
  /** The players of a game. */
  interface Ratings {
    players: RatedTold[];
  }
  /** Where a piece makes itself felt from where it is: by its fire, or by its zone of control. */
  interface Reach {
    how: string;
    cite: string;
    hexes: string[];
    arcs: Arc[];
    watches: boolean;
  }
  /** To `reach`: by piece. */
  interface Reached {
    reach: Record<string, Reach[]>;
  }
  /** A refusal with its rule. */
  interface RefusalTold {
    hint: string;
    rule: string;
    text: string;
  }
  /** What a coach says when something comes up for the first time, with the rule's text. */
  interface RemarkTold {
    cite: string;
    id: string;
    lesson: number;
    say: string;
    text: string;
    title: string;
  }
  /** What a coach has to say, if anything. */
  interface Remarked {
    remark: RemarkTold | null;
  }
  interface ResignLine {
    line: "resign";
    side: string;
    digest: string;
  }
  /** How a match ended. */
  interface Result {
    winners: string[];
    reason: string;
    cite: string;
    level: string;
  }
  /** A roll that somebody chose to make: his chance of what he hoped for, and whether it came. */
  interface RollTold {
    came: boolean;
    chance: number;
    frame: number;
    side: string;
  }
  /** A match that somebody is at. */
  interface RoomTold {
    game: string;
    match: string;
    pages: PageTold[];
    scenario: string;
    seats: SeatTold[];
    turn: number;
  }
  /** The way a mover will take: where it sets out, every place it comes to, and what it has to spend. */
  interface Route {
    stretches: RouteStep[];
    budget: number;
    measure: string;
    ends: boolean;
    shunned: boolean;
  }
  /** A place on a way, and what the mover has spent on the way when it is there. */
  interface RouteStep {
    place: string;
    spent: number;
  }
  /** One row of the ledger. */
  interface Rule {
    id: string;
    section: string;
    topic: string;
    text: string;
  }
  /** One battle of a game; that of somebody's own file has its print behind the name. */
  interface ScenarioTold {
    blurb: string;
    cite: string;
    date: string;
    id: string;
    title: string;
    turns: number;
  }
  /** The match as a chair may see it; at first with all that does not change. */
  interface Scene {
    ask: Question | null;
    asked: string[];
    back?: BackTold | null;
    chat?: ChatLine[];
    clock?: ClockTold;
    curtain: string;
    decision: number;
    dice?: DiceTold;
    lesson?: LessonTold;
    log: Lines;
    onward: OnwardTold | null;
    orders: OrdersTold;
    path?: LessonRow[];
    pieces: Changes;
    redo: boolean;
    result: Result | null;
    table?: TableTold;
    type: "scene";
    undo: boolean;
    view: Seen;
    witness?: WitnessTold;
    you?: string[];
  }
  interface Schema {
    $defs?: Record<string, Schema>;
    $ref?: string;
    additionalProperties?: Schema | boolean;
    anyOf?: Schema[];
    default?: unknown;
    description?: string;
    discriminator?: Discriminator;
    enum?: (string | number)[];
    items?: Schema | boolean;
    maxLength?: number;
    maximum?: number;
    minimum?: number;
    pattern?: string;
    prefixItems?: Schema[];
    properties?: Record<string, Schema>;
    required?: string[];
    type?: string;
  }
  /** The paths of all games. */
  interface SchoolTold {
    paths: PathTold[];
  }
  interface SealLine {
    line: "seal";
    seal: string;
  }
  /** A seat at a new match, and the invitations to the others. */
  interface SeatGiven {
    invites: Record<string, string>;
    key: string;
    match: string;
    sides: string[];
  }
  /** A seat at a match. */
  interface SeatTaken {
    key: string;
    match: string;
    sides: string[];
  }
  /** Who plays a side. */
  interface SeatTold {
    here: boolean;
    name: string;
    open: boolean;
    player: string;
    side: string;
  }
  /** Somebody has come or gone. */
  interface SeatsNews {
    seats: SeatTold[];
    type: "seats";
    watching: number;
  }
  interface SecretLine {
    line: "secret";
    secret: string;
  }
  /** The table from one chair without its pieces, as it is. */
  interface Seen {
    cards: CardView[];
    focus: string[];
    markers: Markers[];
    phase: string;
    phases: string[];
    side: string | null;
    stands: Stands;
    tracks: Track[];
    turn: number;
    turns: number;
  }
  /** The sides a match would have. */
  interface SidesTold {
    sides: string[];
  }
  /** To `sight`: a line between two hexes, or what is seen from one. */
  interface Sight {
    near?: string[];
    seen?: string[];
    sight?: SightLine;
  }
  /** One thing met on the way of a sight line, and the rule by which it blocks, or None. */
  interface SightCheck {
    hexes: string[];
    rule: string | null;
  }
  /** Whether two hexes, or two ends on a table, see each other, with the working. */
  interface SightLine {
    viewer: string;
    target: string;
    distance: number;
    clear: boolean;
    ends: [[number, number], [number, number]];
    blocked_by: string[];
    rule: string | null;
    working: SightCheck[];
  }
  /** What was accepted of a plan and is still to be done: its acts, the enemies in sight then, and in which phase. */
  interface Signed {
    acts: string[];
    seen: string[];
    depth: number;
    phase: string;
  }
  interface SignedLine {
    line: "signed";
    key: string;
    at: number;
    signature: string;
  }
  /** Hold fire: for the rest of a phase or of a move, with one unit, beyond a distance, unseen, or below a chance. */
  interface StandingOrder {
    hold: "beyond" | "chance" | "move" | "phase" | "unit" | "unseen";
    name: string;
    number: number;
  }
  /** What each side is after, and who would win now. */
  interface Stands {
    aims: Record<string, Aim[]>;
    now: Result | null;
  }
  interface StartLine {
    line: "start";
    dice: number[];
    digest: string;
    log?: unknown;
  }
  interface StateLine {
    line: "state";
    state: unknown;
    rolled: number;
    number?: number;
  }
  /** Who stays behind, and why. */
  interface Stay {
    unit: string;
    name: string;
    why: string;
  }
  /** Trying it out has come to an end. */
  interface Stopped {
    stopped: boolean;
  }
  /** How often the first side has won at a strength. */
  interface StrengthTold {
    high: number;
    low: number;
    name: string;
    played: number;
    share: number;
  }
  /** Somebody who takes part. */
  interface StudioCounter {
    id: string;
    unit: string;
    side: string;
    place: string;
    face: string;
    name: string;
    count: number;
    area: string;
  }
  /** Places that belong together: an area or an objective, or corners of an outline. */
  interface StudioMark {
    path: (string | number)[];
    kind: string;
    name: string;
    places: string[];
    outline: boolean;
    worth: string;
    side: string;
  }
  /** A problem, and on which line of the text it stands. */
  interface StudioProblem {
    line: number;
    key: string;
    says: string;
  }
  /** All that is shown of a scenario. A text that cannot be read has no data, and nothing stands anywhere. */
  interface StudioSheet {
    text: string;
    data: Record<string, unknown> | null;
    problems: StudioProblem[];
    sides: string[];
    counters: StudioCounter[];
    marks: StudioMark[];
    later: string[];
    table: string;
    like: string;
    begun: boolean;
  }
  /** What there is to make scenarios of a game with. */
  interface StudioTools {
    aims: boolean;
    art: string;
    game: string;
    options: Option[];
    roster: StudioUnit[];
    scenario: string;
    scenarios: ScenarioTold[];
    schema: Schema;
    sides: string[];
    title: string;
    way: string;
    words: Vocabulary | null;
  }
  /** A unit of a game's box. */
  interface StudioUnit {
    face: string;
    group: string;
    id: string;
    name: string;
    side: string;
  }
  /** To `survey`: places by what they are. */
  interface Surveyed {
    ground: Record<string, string[]>;
  }
  /** What does not change from move to move. */
  interface TableTold {
    art: string;
    game: string;
    land: string;
    match: string;
    pace: number;
    peoples: Record<string, string>;
    scenario: ScenarioTold;
    seal: string;
    seats: SeatTold[];
    sight: boolean;
    title: string;
    watching: number;
  }
  interface TakeLine {
    line: "take";
    side: string;
    do: unknown;
    dice: number[];
    digest: string;
    log?: unknown;
  }
  /** A takeback is asked for, or no longer. */
  interface TakebackPush {
    back: BackTold | null;
    type: "back";
  }
  /** A whole act, its first answer, and the chance of victory it led or would have led to. */
  interface Taken {
    action: Act;
    answers: Act[];
    chance: number;
    text: string;
  }
  /** A lesson, and the rules it shows. */
  interface Taught {
    id: string;
    kind: string;
    rules: string[];
    say: string;
    title: string;
  }
  /** A text. */
  interface TextTold {
    text: string;
  }
  /** An answer that led to dice, and by how much they changed each chance from what was to be expected. */
  interface ThrownTold {
    frame: number;
    side: string;
    worth: Record<string, number>;
  }
  /** A number to keep in sight: turns, points, visibility. */
  interface Track {
    title: string;
    value: string;
    cite: string;
    group: string;
  }
  /** The match cannot go on by itself; nothing if it can again. */
  interface TroubleNews {
    trouble: string;
    type: "trouble";
  }
  /** A stretch in which the chances changed much. */
  interface TurningTold {
    end: number;
    sides: Record<string, PartTold>;
    start: number;
    turn: number;
  }
  interface UndoLine {
    line: "undo";
    count: number;
    digest: string;
  }
  /** One number of a counter with its name. */
  interface Value {
    name: string;
    value: string;
    cite: string;
    note: string;
  }
  /** What the server finds in the record of a finished match. */
  interface Verified {
    answers?: number;
    dice?: number;
    error: string;
    honest: boolean;
    older?: boolean;
    secret?: string;
    words?: string[];
  }
  /** What maps of a game may hold, each word with what people call it; it stands in `data/ground.toml`. */
  interface Vocabulary {
    shape?: "hexes" | "table";
    sheet?: string;
    grid?: Grid | null;
    terrain?: Record<string, string>;
    line?: Record<string, string>;
    hexside?: Record<string, string>;
    bridge?: Record<string, string>;
    bridges?: "either" | "hex" | "side";
    place?: Record<string, string>;
    marks?: Record<string, string>;
    beside?: string[];
    levels?: [number, number] | null;
    palettes?: Record<string, string>;
    look?: Record<string, string | boolean | string[]>;
  }
  /** To `way`: from each answer to the next, as far as they can be gone. */
  interface Walked {
    actions: Act[];
    legs: Route[];
    seen: string[];
  }
  /** Does he want letters? */
  interface Wanted {
    wanted: boolean;
  }
  /** One meaning of a piece picked up and put down. */
  interface Way {
    actions: Act[];
    text: string;
  }
  /** An answer to a puzzle, and what it comes to: in words, and from 0 to 1 as a bar shows it. */
  interface WeighedTold {
    share: number;
    text: string;
    worth: string;
  }
  /** To `why`: what a click means, or why it means nothing. */
  interface Why {
    choice?: Choice;
    refusal?: RefusalTold | null;
  }
  /** How far the match was, and the witness of the last line of its record then. */
  interface WitnessTold {
    line: number;
    mark: string;
  }
  /** A line that was said at a match. */
  interface WordsTold {
    at: number;
    match: string;
    number: number;
    text: string;
    who: string;
  }
  /** How a roll is made. */
  interface Working {
    title: string;
    modifiers?: Modifier[];
    chart?: string;
    column?: string;
    dice?: number;
    needs?: number | null;
    given?: Given[];
    base?: string;
    at_most?: boolean;
    each?: boolean;
    sides?: number;
    faces?: number[];
    result?: string;
    words?: string;
    further?: Working[];
  }
  /** Anything that is said without being asked for. */
  type Told = Scene | SeatsNews | ChatNews | TakebackPush | TroubleNews | DiceNews | AnsweredNews | ClosedPush;
  /** A line of a record. */
  type RecordLine = MatchLine | CommitLine | PromiseLine | NonceLine | StartLine | TakeLine | UndoLine | BackLine | ResignLine | StateLine | SealLine | SecretLine | SignedLine;
  /** To the order with this number. */
  type Reply = ({ re: number; ok: true } & Answers[keyof Answers]) | ({ re: number; ok: false } & ErrorTold);
  /** The orders a page may give. */
  interface Orders {
    agree: { request: number; side: string };
    arrange: { side?: string; decision: number };
    at: { frame: number; side?: string };
    back: { decision: number; side: string };
    begin: {};
    brief: { side?: string };
    carry: { piece: string; to: string; side?: string; decision: number };
    chances: { side?: string; decision: number };
    command: { command: { intent: { do: "attack" | "finish" | "go" | "hold" | "road" | "screen" | "shoot" | "withdraw"; to?: string }; units?: string[]; goals?: Record<string, string>; doing?: Record<string, "attack" | "finish" | "go" | "hold" | "road" | "screen" | "shoot" | "withdraw">; kept?: boolean; way?: "" | "closer" | "safer"; past?: ("asked" | "die" | "enemy" | "expected")[]; signed?: { acts: string[]; seen?: string[]; depth?: number; phase?: string } | null }; side?: string; decision: number };
    commit: { commitment: string };
    decline: { request: number; side: string };
    dossier: { piece?: string; face?: string; side?: string };
    hint: { side?: string; decision: number };
    hold: { orders: ({ hold: "beyond" | "chance" | "move" | "phase" | "unit" | "unseen"; name?: string; number?: number })[]; side: string };
    nonce: { nonce: string };
    odds: { action: object; side?: string; decision: number };
    pace: { seconds: number };
    plan: { command: { intent: { do: "attack" | "finish" | "go" | "hold" | "road" | "screen" | "shoot" | "withdraw"; to?: string }; units?: string[]; goals?: Record<string, string>; doing?: Record<string, "attack" | "finish" | "go" | "hold" | "road" | "screen" | "shoot" | "withdraw">; kept?: boolean; way?: "" | "closer" | "safer"; past?: ("asked" | "die" | "enemy" | "expected")[]; signed?: { acts: string[]; seen?: string[]; depth?: number; phase?: string } | null }; side?: string; decision: number };
    reach: {};
    recall: { side?: string; decision: number };
    redo: { side?: string; decision: number };
    remark: { said?: string[]; side?: string };
    resign: { decision: number; side: string };
    say: { text: string };
    sight: { a: string; b?: string };
    sit: { side: string };
    survey: {};
    take: { action: object; side?: string; decision: number };
    turn: { to: "again" | "on" | "show" | "skip" };
    undo: { side?: string; decision: number };
    way: { actions: object[]; unseen?: boolean; side?: string; decision: number };
    why: { piece?: string; hex?: string; side?: string; decision: number };
  }
  /** What a page may fetch. */
  interface Fetches {
    "GET /api/games": { sent: undefined; got: Lobby };
    "POST /api/sides": { sent: { game: string; scenario: string; options?: Record<string, string>; seats?: Record<string, string>; pace?: number; commitment?: string; name?: string; player?: string; listed?: boolean; clock?: { minutes?: number; days?: number; end?: string } | null }; got: SidesTold };
    "POST /api/matches": { sent: { game: string; scenario: string; options?: Record<string, string>; seats?: Record<string, string>; pace?: number; commitment?: string; name?: string; player?: string; listed?: boolean; clock?: { minutes?: number; days?: number; end?: string } | null }; got: SeatGiven };
    "POST /api/records": { sent: Blob; got: SeatGiven };
    "POST /api/mine": { sent: { matches: { match: string; key?: string }[] }; got: MineTold };
    "GET /api/open": { sent: undefined; got: OpenOnes };
    "GET /api/ratings/{game}": { sent: undefined; got: Ratings };
    "POST /api/matches/{match}/claim": { sent: { invite?: string; side?: string; name?: string; player?: string }; got: SeatTaken };
    "POST /api/matches/{match}/rematch": { sent: { commitment?: string }; got: SeatGiven };
    "POST /api/matches/{match}/branch": { sent: { frame: number; seats?: Record<string, string> }; got: SeatGiven };
    "POST /api/matches/{match}/studio": { sent: { frame: number }; got: TextTold };
    "GET /api/matches/{match}/verify": { sent: undefined; got: Verified };
    "GET /api/matches/{match}/analysis": { sent: undefined; got: Analysed };
    "GET /api/matches/{match}/analysis?known": { sent: undefined; got: Analysed };
    "POST /api/mail": { sent: { box: string; address: string }; got: Confirmed };
    "POST /api/mail/{token}": { sent: { wanted: boolean }; got: Wanted };
    "POST /api/matches/{match}/mail": { sent: { box?: string }; got: Addressed };
    "POST /api/school": { sent: { pupil?: string }; got: SchoolTold };
    "POST /api/lessons/{game}/{lesson}/play": { sent: undefined; got: SeatGiven };
    "POST /api/studio/begin": { sent: { game: string; scenario?: string }; got: StudioSheet };
    "POST /api/studio/read": { sent: { text: string; edits?: ({ edit: "place"; unit: string; place: string; side: string; id?: string } | { edit: "take"; id: string } | { edit: "cover"; path: (string | number)[]; place: string } | { edit: "put"; path: (string | number)[]; value: unknown } | { edit: "drop"; path: (string | number)[] } | { edit: "paint"; layer: "all" | "bridge" | "elevation" | "hexside" | "line" | "marks" | "place" | "terrain"; kind: string; places: string[]; name?: string } | { edit: "survey"; columns: number; rows: number; bare?: boolean })[] }; got: StudioSheet };
    "POST /api/studio/play": { sent: { text: string; side?: string }; got: SeatGiven };
    "POST /api/studio/keep": { sent: { person: string; text?: string; name?: string; away?: boolean }; got: DrawerTold };
    "POST /api/studio/link": { sent: { text: string }; got: LinkTold };
    "POST /api/studio/map": { sent: { text: string }; got: TextTold };
    "POST /api/studio/fair": { sent: { text: string; matches?: number }; got: FairTold };
    "GET /api/studio/fair/{job}": { sent: undefined; got: FairTold };
    "POST /api/studio/fair/{job}/stop": { sent: undefined; got: Stopped };
    "GET /api/studio/links/{mark}": { sent: undefined; got: TextTold };
    "GET /api/studio/{game}": { sent: undefined; got: StudioTools };
    "GET /api/admin": { sent: undefined; got: AdminTold };
    "POST /api/admin/remove": { sent: { match: string; number?: number }; got: AdminDone };
    "POST /api/admin/ban": { sent: { address: string; hours: number }; got: AdminDone };
  }
}
