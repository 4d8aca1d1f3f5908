import Lean

/-!
Lists the axioms of every declaration of `CheckedSource`, for releases that do not read audit-module.lean. The message
has the same grammar.
-/

namespace JacobianAudit
open Lean Elab Command

def nameText : Name → String
  | .anonymous => ""
  | .str before text => nameText before ++ "s" ++ toString text.length ++ ":" ++ text
  | .num before number => nameText before ++ "n" ++ toString number ++ ":"

def kindText (env : Environment) (name : Name) : String :=
  match env.find? name with
  | some (.axiomInfo _) => "a" | some (.thmInfo _) => "t" | some (.defnInfo _) => "d" | some (.opaqueInfo _) => "d"
  | some (.inductInfo _) => "i" | _ => "o"

#eval show CommandElabM Unit from do
  let own ← getEnv
  let env ← importModules #[{ module := `CheckedSource }] {}
  let some index := env.getModuleIdx? `CheckedSource | throwError "the module is not there"
  setEnv env
  let mut text := "axioms "
  for name in env.header.moduleData[index.toNat]!.constNames do
    text := text ++ kindText env name ++ nameText name
    for used in ← collectAxioms name do
      text := text ++ "+" ++ kindText env used ++ nameText used
    text := text ++ ";"
  setEnv own
  logInfo (MessageData.ofFormat (Std.Format.text text))
end JacobianAudit
