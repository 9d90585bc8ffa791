/** The page's own shapes: what its parts hand each other. */
declare namespace Page {
  type Affairs = import("./js/match/match_actions.js").Affairs;
  type Aims = import("./js/panels/aims.js").Aims;
  type Analysis = import("./js/review/analysis.js").Analysis;
  type Board = import("./js/map/board.js").Board;
  type Book = import("./js/panels/rulebook.js").Book;
  type Bubbles = import("./js/actions/popups.js").Bubbles;
  type Card = import("./js/panels/side_card.js").Card;
  type Clicks = import("./js/actions/clicks.js").Clicks;
  type Cursor = import("./js/actions/cursor.js").Cursor;
  type Dossier = import("./js/panels/dossier.js").Dossier;
  type Fight = import("./js/panels/odds.js").Fight;
  type Gaze = import("./js/map/focus.js").Gaze;
  type Journey = import("./js/actions/routes.js").Journey;
  type Known = import("./js/match/known.js").Known;
  type Live = import("./js/shared/net.js").Live;
  type Lots = import("./js/people/dice_share.js").Lots;
  type Pieces = import("./js/map/pieces.js").Pieces;
  type Prompt = import("./js/panels/question.js").Prompt;
  type Replay = import("./js/review/replay.js").Replay;
  type Sights = import("./js/actions/sight_lines.js").Sights;
  type StudioMap = import("./js/studio/map.js").StudioMap;
  type StudioPainter = import("./js/studio/paint.js").Painter;
  type StudioWork = import("./js/studio/work.js").Work;
  type Threats = import("./js/actions/threats.js").Threats;

  type Point = [number, number];
  type Box = [number, number, number, number];
  /** A hex or a point of the table by its name; nothing off the map. */
  type Place = string | null | undefined;
  /** Pieces by their names; asking for none finds none. */
  type Views = Map<string | undefined, Wire.PieceView>;
  /** What can stand inside an element, in lists of any depth. */
  type Inside = Node | string | number | null | undefined | false | Inside[];
  type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** What each key does. */
  type Acts = Record<string, () => unknown>;
  /** A piece, or a counter that is only offered. */
  type Topic = { piece?: string; face?: string };

  /** What an order need not halt for. */
  type Passing = NonNullable<Wire.Command["past"]>[number];
  type Doing = Wire.Intent["do"];
  /** What a plan asks of the staff that made it. */
  interface Planning {
    plan: () => Wire.Planned | null;
    past: () => Passing[];
    busy: () => boolean;
    draw: () => void;
    change: (more: Partial<Wire.Command>) => unknown;
    carryOut: () => unknown;
    another: () => unknown;
    also: () => unknown;
    shut: () => unknown;
    halting: (why: Passing, halts: boolean) => void;
    typed: (given: (place: string) => unknown) => HTMLElement;
  }

  /** A change to a scenario. */
  type Edit = NonNullable<Wire.Fetches["POST /api/studio/read"]["sent"]["edits"]>[number];
  /** Where something stands in a scenario. */
  type Path = (string | number)[];

  interface Marker { kind: string; text: string; place: string; to?: string }
  /** What has been told, one marker a place again. */
  type Seen = Omit<Wire.Seen, "markers"> & { markers: Marker[] };
  type Past = Omit<Wire.Past, "markers"> & { markers: Marker[] };
  type Frame = Omit<Wire.Frame, "view"> & { view: Past };
  /** A scene; `whole` if nothing was known before. */
  type Scene = Omit<Wire.Scene, "view"> & { view: Seen; whole?: boolean };
  /** What a table hears: what is told it, and that nobody tells it anything. */
  type Told = Scene | Exclude<Wire.Told, Wire.Scene> | { type: "offline" };
  /** The reply to an order that was carried out. */
  type Done = Extract<Wire.Reply, { ok: true }>;
  /** What stands in braces in an address. */
  type Names<W> = W extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

  interface Refusal { rule: string; text: string; hint: string; instead?: Wire.Choice | null }
  interface Seat { key: string; invites?: Record<string, string>; fresh?: boolean; guest?: boolean; coached?: boolean; briefed?: string[]; at: number }
  /** What a typed word may mean. */
  interface Finding { text: string; face?: string; choice?: Wire.Choice; place?: string }
  interface Chapter { key: string; number: string; name: string; rules: Wire.Rule[] }
  interface CardParts { kind: string; name: string; head: Inside; body: Inside; foot: Inside; leave: () => void; look: () => void }
  /** The part of the window in which the map can be seen. */
  interface Free { left: number; top: number; wide: number; tall: number }
  interface Part { left: number; top: number; right: number; bottom: number }
  /** What is in sight: where the map's corner lies, how large it is drawn, and the window. */
  interface Sight { x: number; y: number; scale: number; wide: number; high: number }
  /** A part of the ground as bitmaps: what lies under the plants, and over them. */
  interface Pressed { part: Part; dense: number; under: ImageBitmap; over: ImageBitmap | null }
  interface Spot { box: Box; far: boolean; cost: number }
  interface Threat { piece: string; how: string; cite: string }
  /** A line of the log, and what changes among the pieces with it. */
  interface Beat { line: Wire.Line; changes: [string, Wire.PieceView | undefined][] }

  /** Who is told what pointers and keys do on the map. */
  interface MapHands {
    covers(): Part[];
    hover(place: string | null, target: EventTarget | null): unknown;
    grabs(target: EventTarget | null): Wire.PieceView | null;
    hold(place: string | null, target: EventTarget | null): unknown;
    drag(piece: Wire.PieceView, place: string | null): unknown;
    drop(piece: Wire.PieceView, place: string | null): unknown;
    click(place: string | null, target: EventTarget | null, point: Point, event: PointerEvent): unknown;
    walk(way: Point): unknown;
    enter(shift: boolean): unknown;
  }
  /** What hands on the map need. */
  interface Hands {
    board: Board; pieces: Pieces; bubbles: Bubbles; sights: Sights; threats: Threats; journey: Journey; preview: import("./js/map/preview.js").Preview;
    choose: (choice: Wire.Choice) => unknown;
    take: (action: Wire.Act) => Promise<void>;
    more: { finish: () => void; look: (piece: string) => void; walk: (way: Point) => void; enter: (shift: boolean) => void; command: (place: Place, piece: string) => boolean };
  }
  interface School { known: Known; live: Live; board: Board; pieces: Pieces; book: Book; card: Card }
  interface Company { known: Known; live: Live; book: Book; card: Card; fight: Fight; look: () => void }
  interface KeyHands {
    known: Known; card: Card; fight: Fight; dossier: Dossier; prompt: Prompt; replay: Replay;
    choose: (choice: Wire.Choice | undefined) => unknown;
    escape: () => void;
  }
}
