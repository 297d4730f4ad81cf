package wellsmith

import dotty.tools.dotc.{Compiler as Dotc, Driver}
import dotty.tools.dotc.core.Contexts.Context
import dotty.tools.dotc.core.Denotations.SingleDenotation
import dotty.tools.dotc.core.Flags.*
import dotty.tools.dotc.core.Symbols.*
import dotty.tools.dotc.core.Types.*
import java.util as ju
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Writes the signatures of Scala libraries as Scala sees them, which class files alone do not tell: with
  * higher-kinded types, declaration-site variance and extension methods. They are in the compiler's own symbol
  * table.
  *
  * Arguments: the folder to write, the jars, and further jars that they need.
  *
  * What a companion object has is given as static members of its class: that is how both are used. Methods with
  * several parameter lists, with implicit parameters, or of types that the format cannot say are counted and
  * left out.
  */
object ScalaApi extends Driver:
  override def main(arguments: Array[String]): Unit =
    val Array(folder, jars, others) = arguments: @unchecked
    val output = Output(folder)
    val classPath = s"$jars${java.io.File.pathSeparator}$others"
    // Without a file it would print its usage. The file is not read.
    val context = setup(Array("-classpath", classPath, "-d", folder, "Main.scala"), initCtx).get._2
    given Context = Dotc().newRun(using context).runContext
    for name <- packages(jars) do Extract(output).inPackage(requiredPackage(name))
    output.finish()

  /** The packages that have classes in these jars. */
  private def packages(jars: String): List[String] =
    val found = mutable.SortedSet[String]()
    for path <- jars.split(java.io.File.pathSeparator) do
      val jar = java.util.jar.JarFile(path)
      try
        for entry <- jar.entries.asScala do
          val name = entry.getName
          if name.endsWith(".class") && !name.startsWith("META-INF/") && name.contains('/') then
            found += name.take(name.lastIndexOf('/')).replace('/', '.')
      finally jar.close()
    found.toList

private class Extract(output: Output)(using Context):
  private type Json = ju.Map[String, Object]

  def inPackage(owner: Symbol): Unit =
    for member <- owner.info.decls.toList.sortBy(_.name.toString) do topLevel(member)

  private def topLevel(member: Symbol): Unit =
    if isClient(member) && !member.is(JavaDefined) then
      if isRealClass(member) && !member.is(ModuleClass) then inClass(member.asClass)
      else if member.is(ModuleVal) && !member.is(Package) && !isRealClass(member.companionClass) then
        member.moduleClass match
          case module: ClassSymbol if isRealClass(module) => inClass(module)
          case _ =>

  /** Whether it is a class, and not only the place beside an object where one could be. */
  private def isRealClass(symbol: Symbol): Boolean =
    symbol.exists && symbol.isClass && symbol.info.isInstanceOf[ClassInfo]

  /** Whether a client can name it. */
  private def isClient(symbol: Symbol): Boolean =
    // A set with a flag that only terms have would say nothing about types.
    symbol.exists && !symbol.isOneOf(Private | Protected) && !symbol.isOneOf(Synthetic | Artifact | Invisible)
      && !symbol.is(Bridge)
      && !symbol.privateWithin.exists && !symbol.name.toString.contains('$')
      && !symbol.annotations.exists(annotation => unusable.contains(annotation.symbol.fullName.toString))
      && !madeUp.contains(symbol.fullName.toString)

  /** Classes that the compiler makes up for its own use, and that are nowhere else. */
  private val madeUp = Set("scala.maybeCapability")

  /** Annotations that make the use of something an error. */
  private val unusable = Set("scala.annotation.experimental", "scala.annotation.compileTimeOnly")

  private def inClass(symbol: ClassSymbol): Unit =
    val json: Json = ju.LinkedHashMap()
    val name = nameOf(symbol)
    json.put("name", name)
    json.put("language", "scala")
    json.put("package", symbol.enclosingPackageClass.fullName.toString)
    val kind =
      if symbol.is(ModuleClass) then 3 else if symbol.is(Trait) then 1 else if symbol.is(Abstract) then 2 else 0
    json.put("class_type", Integer.valueOf(kind))
    json.put("sealed", java.lang.Boolean.valueOf(symbol.is(Sealed)))
    val outer = symbol.owner
    json.put("parent", if outer.is(Package) then null else nameOf(outer))
    json.put("is_inner", java.lang.Boolean.valueOf(outer.isClass && !outer.isOneOf(Package | ModuleClass)))
    try
      val params = symbol.typeParams.map(param => typeParameter(sign(param) + param.name, param.info))
      json.put("type_parameters", params.asJava)
    catch case reason: Unsayable => return output.skip("class: " + reason.getMessage)
    json.put("inherits", symbol.info.parents.flatMap(parent => attempt("supertype: ")(text(parent))).asJava)
    val found = Members(ju.ArrayList(), ju.ArrayList(), ju.TreeSet())
    val companion = symbol.companionModule
    if symbol.is(ModuleClass) then members(allOf(symbol.sourceModule), true, found)
    else
      // In the order of the source.
      members(symbol.info.decls.toList.map(_.denot), false, found)
      if isClient(companion) then members(allOf(companion), true, found)
    json.put("methods", found.methods)
    json.put("fields", found.fields)
    json.put("omitted", ju.ArrayList(found.omitted))
    output.write(name, json)
    // What lies in a class is reached through an object of it, which is not said here.
    val module = if symbol.is(ModuleClass) then symbol else companion.moduleClass
    if module.exists && (module == symbol || isClient(companion)) then
      for nested <- module.info.decls.toList.sortBy(_.name.toString) do topLevel(nested)

  /** The members of a class, and the names of those that cannot be said. */
  private class Members(val methods: ju.List[Json], val fields: ju.List[Json], val omitted: ju.Set[String])

  private def nameOf(symbol: Symbol): String =
    val simple = symbol.name.toString.stripSuffix("$")
    if symbol.owner.isRoot || symbol.owner.isEmptyPackage then simple
    else if symbol.owner.is(Package) then s"${symbol.owner.fullName}.$simple"
    else s"${nameOf(symbol.owner)}.$simple"

  private def attempt[T](where: String)(say: => T): Option[T] =
    try Some(say)
    catch
      case reason: Unsayable =>
        output.skip(where + reason.getMessage)
        None

  /** What an object has, also what it inherits: there with the object's own types. */
  private def allOf(module: Symbol): List[SingleDenotation] =
    module.termRef.allMembers.toList
      .filter(member => !universal.contains(member.symbol.owner))
      .sortBy(member => (member.symbol.name.toString, member.info.show))

  private val universal = Set[Symbol](defn.AnyClass, defn.ObjectClass)

  private def members(members: List[SingleDenotation], static: Boolean, found: Members): Unit =
    for member <- members if member.symbol.isTerm && isClient(member.symbol) do
      val symbol = member.symbol
      def add(list: ju.List[Json])(say: => Json): Unit =
        // What they are expanded to may ask for more than their types say.
        val inlined = symbol.is(Macro) || symbol.isInlineMethod
        val said = attempt("")(if inlined then throw Unsayable("macro or inline method") else say)
        if said.isEmpty then found.omitted.add(nameIn(symbol))
        said.foreach(list.add)
      if symbol.isConstructor then
        if !static && !symbol.owner.isOneOf(Trait | Abstract | ModuleClass) then
          add(found.methods)(method(member, static))
      else if !symbol.is(Module) then
        if hasParameters(member.info) then add(found.methods)(method(member, static))
        else add(found.fields)(field(member, static))

  /** The name of a member in its class; that of the class for a constructor. */
  private def nameIn(symbol: Symbol): String =
    if symbol.isConstructor then symbol.owner.name.toString else symbol.name.toString

  private def hasParameters(tpe: Type): Boolean = tpe match
    case tpe: PolyType => hasParameters(tpe.resultType)
    case _ => tpe.isInstanceOf[MethodType]

  private def method(member: SingleDenotation, static: Boolean): Json =
    val symbol = member.symbol
    val json: Json = ju.LinkedHashMap()
    json.put("name", nameIn(symbol))
    val (params, afterParams) = typeParameters(member.info)
    if !symbol.isConstructor then json.put("type_parameters", params.asJava)
    var rest = afterParams
    if symbol.is(ExtensionMethod) then
      rest match
        case first: MethodType =>
          json.put("receiver", text(first.paramInfos.head))
          rest = first.resultType
        case _ => throw Unsayable("extension method without a receiver")
      if typeParameters(rest)._1.nonEmpty then throw Unsayable("type parameters behind the receiver")
    rest match
      case list: MethodType =>
        if list.isImplicitMethod || list.isContextualMethod then throw Unsayable("implicit parameters")
        if list.resultType.isInstanceOf[MethodOrPoly] then
          throw Unsayable("several parameter lists")
        json.put("parameters", list.paramInfos.map(parameter).asJava)
        val declared = symbol.paramSymss.flatten.filter(_.isTerm)
        json.put("optional", Integer.valueOf(declared.reverse.takeWhile(_.is(HasDefault)).size))
        if !symbol.isConstructor then json.put("return_type", text(widened(list.resultType)))
      case _ => throw Unsayable("extension method without a parameter list")
    json.put("is_constructor", java.lang.Boolean.valueOf(symbol.isConstructor))
    json.put("is_static", java.lang.Boolean.valueOf(static))
    json.put("is_abstract", java.lang.Boolean.valueOf(symbol.is(Deferred)))
    json

  private def field(member: SingleDenotation, static: Boolean): Json =
    val json: Json = ju.LinkedHashMap()
    val (params, result) = typeParameters(member.info)
    json.put("name", member.symbol.name.toString)
    json.put("type_parameters", params.asJava)
    json.put("type", text(widened(result)))
    json.put("is_static", java.lang.Boolean.valueOf(static))
    json.put("is_abstract", java.lang.Boolean.valueOf(member.symbol.is(Deferred)))
    json

  /** What a client may take a result for: not more than is said, as `this` and constants are themselves. */
  private def widened(tpe: Type): Type = tpe match
    case tpe: ExprType => widened(tpe.resultType)
    case tpe: ThisType => tpe.underlying
    case _ => tpe.widen

  private def typeParameters(tpe: Type): (List[String], Type) = tpe match
    case tpe: PolyType =>
      val params = tpe.paramNames.lazyZip(tpe.paramInfos).map((name, info) => typeParameter(name.toString, info))
      (params.toList, tpe.resultType)
    case _ => (Nil, tpe)

  private def sign(param: Symbol): String =
    if param.is(Covariant) then "+" else if param.is(Contravariant) then "-" else ""

  private def typeParameter(name: String, info: Type): String =
    info.bounds match
      case TypeBounds(low, high: HKTypeLambda) if low.isNothingType || low.isInstanceOf[HKTypeLambda] =>
        if !high.resultType.isAny then throw Unsayable("bounds of a higher-kinded type parameter")
        s"$name[${high.paramNames.map(_ => "_").mkString(", ")}]"
      case TypeBounds(low, high) =>
        (low.isNothingType, high.isAny) match
          case (true, true) => s"$name"
          case (true, false) => s"$name <: ${bound(high)}"
          case (false, true) => s"$name >: ${text(low)}"
          case (false, false) => throw Unsayable("type parameter with two bounds")

  private def bound(tpe: Type): String = tpe.dealias match
    case AndType(left, right) => s"${bound(left)} & ${bound(right)}"
    case simple => text(simple)

  private def parameter(tpe: Type): String = tpe match
    case tpe: ExprType => "=> " + text(tpe.resultType)
    case _ if tpe.isRepeatedParam => text(tpe.repeatedToSingle) + "*"
    case _ => text(tpe)

  private def text(tpe: Type): String = tpe.dealias.stripAnnots match
    case tpe: TypeParamRef => tpe.paramName.toString
    case tpe: TypeRef if tpe.symbol.is(TypeParam) => tpe.symbol.name.toString
    case tpe: TypeRef if tpe.symbol.isClass => className(tpe.symbol)
    case AppliedType(constructor, arguments) => s"${text(constructor)}[${arguments.map(argument).mkString(", ")}]"
    case tpe: HKTypeLambda =>
      tpe.resultType match
        // A type constructor, written out.
        case AppliedType(constructor, arguments) if arguments == tpe.paramRefs => text(constructor)
        case _ => throw Unsayable("type lambda")
    case tpe: TypeRef => throw Unsayable("abstract or opaque type")
    case tpe: SingletonType => throw Unsayable("singleton type")
    case tpe: (AndType | OrType) => throw Unsayable("intersection or union type")
    case tpe: RefinedOrRecType => throw Unsayable("refined type")
    case _ => throw Unsayable("other type")

  private def className(symbol: Symbol): String =
    if symbol.is(ModuleClass) then throw Unsayable("singleton type")
    if symbol.name.toString.contains('$') then throw Unsayable("other type")
    nameOf(symbol)

  private def argument(tpe: Type): String = tpe match
    case TypeBounds(low, high) =>
      if !low.isNothingType then s"? >: ${text(low)}" else if !high.isAny then s"? <: ${text(high)}" else "?"
    case _ => text(tpe)
