/** The package that conformance tests tell their result with; its calls are events where a property asks. */
export const REPORT = `package Report is
   subtype File_Num is Integer range 1 .. 5;
   procedure Test (Name : String; Descr : String);
   procedure Failed (Descr : String);
   procedure Not_Applicable (Descr : String);
   procedure Special_Action (Descr : String);
   procedure Comment (Descr : String);
   procedure Result;
   function Ident_Int (X : Integer) return Integer;
   function Ident_Char (X : Character) return Character;
   function Ident_Wide_Char (X : Wide_Character) return Wide_Character;
   function Ident_Bool (X : Boolean) return Boolean;
   function Ident_Str (X : String) return String;
   function Equal (X, Y : Integer) return Boolean;
end Report;
package body Report is
   procedure Test (Name : String; Descr : String) is null;
   procedure Failed (Descr : String) is null;
   procedure Not_Applicable (Descr : String) is null;
   procedure Special_Action (Descr : String) is null;
   procedure Comment (Descr : String) is null;
   procedure Result is null;
   function Ident_Int (X : Integer) return Integer is (X);
   function Ident_Char (X : Character) return Character is (X);
   function Ident_Wide_Char (X : Wide_Character) return Wide_Character is (X);
   function Ident_Bool (X : Boolean) return Boolean is (X);
   function Ident_Str (X : String) return String is (X);
   function Equal (X, Y : Integer) return Boolean is (X = Y);
end Report;
`;
